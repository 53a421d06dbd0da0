import { type Kysely, sql } from 'kysely'

/** Attachments of messages, and incoming webhooks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table messages add column attachments text`,
  `alter table ephemerals add column attachments text`,
  `alter table oauth_codes add column webhook_channel text`,
  `create table webhooks (
    team_id text not null, id text not null, hash text not null, app_id text not null, channel_id text not null,
    created_by text, created_at bigint not null, primary key (team_id, id)
  )`,
  `create index webhooks_of_app on webhooks (team_id, app_id)`,
]
