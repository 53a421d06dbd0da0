import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** What is looked for by its time, every few seconds or oftener. Without an index, whole tables of all teams are read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return
  // What other nodes have changed is found among the deltas of a busy team.
  const changing = `'team', 'user', 'usergroup', 'channel', 'member', 'token', 'deleted'`
  await sql.raw(`create index changes on log (team_id, seq) where kind in (${changing})`).execute(db)
}

const statements = [
  `create index connections_by_time on connections (kept_until)`,
  `create index deliveries_due on deliveries (app_id, due_at, seq)`,
  `create index deliveries_of_channel on deliveries (app_id, channel_id, seq, type)`,
  `create index deliveries_by_time on deliveries (kept_until)`,
  `create index function_executions_by_time on function_executions (started_at)`,
  `create index known_browsers_by_time on known_browsers (expires_at)`,
  `create index refresh_tokens_of_token on refresh_tokens (token_hash)`,
  `create index response_urls_by_time on response_urls (expires_at)`,
  `create index scheduled_messages_failed on scheduled_messages (failed_at) where failed_at is not null`,
  `create index sessions_by_time on sessions (expires_at)`,
  `create index statuses_by_time on statuses (ends_at)`,
  `create index tokens_by_time on tokens (expires_at) where expires_at is not null`,
  `create index triggers_by_time on triggers (expires_at)`,
  `create index users_by_end_of_status on users (status_ends_at) where status_ends_at is not null`,
  // Homes stay, however old they are. The condition is that of the sweep.
  `create index modals_by_time on views (changed_at) where substr(view, 1, 15) = '{"type":"modal"'`,
]
