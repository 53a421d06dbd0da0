/** Columns whose values the adapters convert. A name means the same in every table. */
export const booleanColumns = [
  'admin',
  'archived',
  'away',
  'deleted',
  'general',
  'locked',
  'muted',
  'redirect_asked',
  'removed',
  'reported',
  'revoked',
  'suspended',
  'threads',
  'two_factor',
  'used',
] as const
export const jsonColumns = [
  'allowed_ips',
  'answer',
  'attachments',
  'blocked_apps',
  'blocks',
  'body',
  'change',
  'default_channels',
  'draft',
  'event',
  'files',
  'inputs',
  'layout',
  'loading_messages',
  'manifest',
  'metadata',
  'notice',
  'options',
  'outputs',
  'policies',
  'profile',
  'prompts',
  'scopes',
  'shared_with',
  'times',
  'teams_granted',
  'user_scopes',
  'users',
  'view',
] as const
/** Columns of text, not JSON, that may be long. */
export const longTextColumns = ['markdown', 'text'] as const

/** A JSON column. Code reads and writes values, the database stores text. */
export type Json<T> = T
