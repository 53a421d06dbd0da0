import type { ExportedCall } from './entries.ts'

/** The environment variable with a token such as the caller had. Undefined if the call had none. */
export function tokenVariable(
  { method, team, app, user, error, ok }: ExportedCall,
  people: readonly string[],
): string | undefined {
  if (team === undefined && app === undefined && (ok || error === 'not_authed')) return undefined
  if (method === 'apps.connections.open') return 'SLACK_APP_TOKEN'
  if (method.startsWith('apps.manifest.')) return 'SLACK_CONFIG_TOKEN'
  return user !== undefined && people.includes(user) ? 'SLACK_USER_TOKEN' : 'SLACK_BOT_TOKEN'
}
