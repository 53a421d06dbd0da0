import { createEpoch } from '#domain/log/epoch'
import { logEntry } from '#domain/log/entry'
import type { Tx } from '#store/db'
import type { WorkspaceFile } from './declaration.ts'
import { type LoadTools, loadWorkspace } from './load.ts'

const clearedTables = [
  'enterprises',
  'users',
  'pictures',
  'connections',
  'usergroups',
  'emoji',
  'channels',
  'members',
  'messages',
  'message_versions',
  'files',
  'file_shares',
  'file_grants',
  'reactions',
  'pins',
  'mentions',
  'followed_threads',
  'activity_marks',
  'drafts',
  'saved_messages',
  'sidebars',
  'push_subscriptions',
  'pushes',
  'windows_in_sight',
  'preferences',
  'bookmarks',
  'scheduled_messages',
  'search_entries',
  'ephemerals',
  'webhooks',
  'streams',
  'statuses',
  'answers',
  'threads',
  'agent_sessions',
  'apps',
  'installations',
  'tokens',
  'oauth_codes',
  'refresh_tokens',
  'deliveries',
  'app_requests',
  'socket_tickets',
  'views',
  'triggers',
  'response_urls',
  'offered_options',
  'message_counts',
  'event_counts',
  'function_executions',
  'function_messages',
] as const

/** Resets everything to the workspace file. The log continues, so that its readers notice. People stay signed in. */
export async function resetWorkspace(tx: Tx, file: WorkspaceFile | undefined, tools: LoadTools): Promise<void> {
  const teams = await tx.deleteFrom('teams').returning('id').execute()
  await tx.deleteFrom('meta').where('key', 'not in', ['address', 'bucket', 'database_id', 'development']).execute()
  for (const table of clearedTables) await tx.deleteFrom(table).execute()
  await tx.updateTable('log').set({ n: null }).where('n', 'is not', null).execute()
  await tx.updateTable('log').set({ change: null }).where('change', 'is not', null).execute()
  await createEpoch(tx)
  tx.work.onCommit(() => tx.cache.dropped.forget())
  if (file) await loadWorkspace(tx, file, tools)
  tx.work.onRollback(() => tx.cache.clear())
  const known = new Set([...teams.map(({ id }) => id), ...(file?.teams.map(({ id }) => id) ?? [])])
  for (const id of known) tx.work.log(logEntry('team', id))
}
