/** Columns whose values the adapters convert. A name means the same in every table. */
export const booleanColumns = [
  'admin',
  'archived',
  'deleted',
  'general',
  'locked',
  'redirect_asked',
  'removed',
  'revoked',
  'suspended',
  'threads',
  'two_factor',
  'used',
] as const
export const jsonColumns = [
  'allowed_ips',
  'answer',
  'blocked_apps',
  'blocks',
  'body',
  'change',
  'event',
  'files',
  'loading_messages',
  'manifest',
  'metadata',
  'notice',
  'policies',
  'prompts',
  'scopes',
  'shared_with',
  'teams_granted',
  'user_scopes',
  'users',
  'view',
] as const

/** A JSON column. Code reads and writes values, the database stores text. */
export type Json<T> = T
