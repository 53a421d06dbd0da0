import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * The team comes first in the keys of sessions, OAuth codes and deliveries too, so that the database can be split by team.
 * What is looked for by its secret or its id alone has an index for that.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  for (const statement of [...(isPostgres ? postgres : sqlite), ...indexes]) await sql.raw(statement).execute(db)
}

const postgres = [
  `alter table sessions drop constraint sessions_pkey, add primary key (team_id, hash)`,
  `alter table oauth_codes drop constraint oauth_codes_pkey, add primary key (team_id, hash)`,
  `alter table deliveries drop constraint deliveries_pkey, add primary key (team_id, event_id)`,
]

/** SQLite cannot replace a primary key. */
const sqlite = [
  ...rebuild(
    'sessions',
    `hash text not null, team_id text not null, user_id text not null, created_at bigint not null,
    expires_at bigint not null, primary key (team_id, hash)`,
  ),
  `create index sessions_of_person on sessions (team_id, user_id)`,
  ...rebuild(
    'oauth_codes',
    `hash text not null, app_id text not null, team_id text not null, user_id text not null, scopes text not null,
    user_scopes text not null, redirect_uri text not null, redirect_asked boolean not null, used boolean not null,
    expires_at bigint not null, webhook_channel text, nonce text, challenge text, primary key (team_id, hash)`,
  ),
  ...rebuild(
    'deliveries',
    `event_id text not null, app_id text not null, team_id text not null, channel_id text not null, ts text,
    seq bigint not null, type text not null, event text not null, at bigint not null, attempt bigint not null,
    reason text not null, due_at bigint not null, kept_until bigint not null, primary key (team_id, event_id)`,
  ),
  `create index deliveries_of_app on deliveries (app_id, seq)`,
  `create index deliveries_of_message on deliveries (team_id, channel_id, ts)`,
]

const indexes = [
  `create index sessions_by_hash on sessions (hash)`,
  `create index oauth_codes_by_hash on oauth_codes (hash)`,
  `create index deliveries_by_event on deliveries (event_id)`,
  // A ticket is a random secret, so it needs no index that keeps it unique.
  `drop index files_by_ticket`,
  `create index files_by_ticket on files (ticket) where ticket is not null`,
]

function rebuild(table: string, columns: string): string[] {
  const names = [...columns.matchAll(/(?:^|,)\s*(\w+) (?:text|bigint|boolean)/g)].map(([, name]) => name).join(', ')
  return [
    `alter table ${table} rename to old_${table}`,
    `create table ${table} (${columns})`,
    `insert into ${table} (${names}) select ${names} from old_${table}`,
    `drop table old_${table}`,
  ]
}
