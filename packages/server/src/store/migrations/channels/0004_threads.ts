import { type Kysely, sql } from 'kysely'

/** Details of threads. `thread_ts` is empty for the direct message itself, outside of any thread. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of tables) await sql.raw(statement).execute(db)
}

const tables = [
  `create table threads (
    team_id text not null, channel_id text not null, thread_ts text not null, title text, prompts text,
    prompts_title text, prompts_app_id text, initiator_user_id text,
    primary key (team_id, channel_id, thread_ts)
  )`,
  `create table agent_sessions (
    team_id text not null, channel_id text not null, thread_ts text not null, app_id text not null,
    user_id text not null, status text not null, username text, icon_emoji text, icon_url text,
    begun_at bigint not null, changed_at bigint not null, processing_ends_at bigint,
    primary key (team_id, channel_id, thread_ts, app_id)
  )`,
]
