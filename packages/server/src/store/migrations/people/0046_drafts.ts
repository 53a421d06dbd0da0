import { type Kysely, sql } from 'kysely'
import type { Tables } from '#store/tables/tables'

/** What people have typed and not sent. */
export async function up(db: Kysely<Tables>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table drafts (
    team_id text not null, user_id text not null, channel_id text not null, thread_ts text not null,
    draft text, excerpt text not null, typed_at bigint not null,
    primary key (team_id, user_id, channel_id, thread_ts))`,
  `create index drafts_by_time on drafts (team_id, user_id, typed_at)`,
]
