import type { Db, Tx } from '#store/db'

const prefix = 'test_team '

/** Remembers that a team was made for a test. */
export async function markTestTeam(tx: Tx, teamId: string): Promise<void> {
  await tx
    .insertInto('meta')
    .values({ key: `${prefix}${teamId}`, value: String(tx.clock.now()) })
    .execute()
}

/** Forgets it. Returns whether the team was one. */
export async function unmarkTestTeam(tx: Tx, teamId: string): Promise<boolean> {
  const gone = await tx.deleteFrom('meta').where('key', '=', `${prefix}${teamId}`).returning('key').execute()
  return gone.length > 0
}

/** The teams that were made for tests, and when. */
export async function listTestTeams(db: Db): Promise<Map<string, number>> {
  const rows = await db.selectFrom('meta').selectAll().where('key', 'like', `${prefix}%`).execute()
  return new Map(rows.map(({ key, value }) => [key.slice(prefix.length), Number(value)]))
}
