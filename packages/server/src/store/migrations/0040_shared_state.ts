import { type Kysely, sql } from 'kysely'

/** What processes must know of each other's interactions and counts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table message_counts (
    team_id text not null, app_id text not null, times text not null, primary key (team_id, app_id)
  )`,
  `create table event_counts (
    team_id text not null, app_id text not null, minute bigint not null, events bigint not null,
    reported boolean not null, primary key (team_id, app_id, minute)
  )`,
  `create table offered_options (
    team_id text not null, user_id text not null, element text not null, options text not null, at bigint not null,
    primary key (team_id, user_id, element)
  )`,
  `create index offered_options_by_time on offered_options (at)`,
  `alter table views add column submitting_until bigint`,
]
