import { type Kysely, sql } from 'kysely'

/** Indexes that count what a person, an app and a team have. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create index channels_by_creator on channels (team_id, creator, kind)`,
  `create index open_streams_by_app on streams (team_id, app_id) where ended_at is null`,
  `create index files_by_user on files (team_id, user_id, state)`,
]
