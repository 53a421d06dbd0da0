import { type Kysely, sql } from 'kysely'

/** Deliveries of events, and the tickets with which apps open a socket to receive them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table log add column change text`,
  `create index untold on log (seq) where change is not null`,
  `create table deliveries (
    event_id text primary key, app_id text not null, team_id text not null, channel_id text not null, ts text,
    seq bigint not null, type text not null, event text not null, at bigint not null, attempt bigint not null,
    reason text not null, due_at bigint not null, kept_until bigint not null
  )`,
  `create index deliveries_of_app on deliveries (app_id, seq)`,
  `create index deliveries_of_message on deliveries (team_id, channel_id, ts)`,
  `create table socket_tickets (
    hash text primary key, app_id text not null, token_hash text not null, expires_at bigint not null
  )`,
]
