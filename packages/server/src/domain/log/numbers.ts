import type { Db } from '#store/db'
import { type FollowedEntry, followedColumns } from '#store/news'

/** A viewer that has missed at most this many entries gets them one by one; otherwise it starts afresh. */
export const maxReplayedEntries = 5000

/** The oldest cursor from which a viewer can continue. */
export function oldestCursor(newest: number): number {
  return newest - maxReplayedEntries + 1
}

/** Numbers that are given one after the other: those of one team, or of all where one process writes. */
export interface Sequence {
  teamId: string | undefined
  newest: number
}

/** All sequences of the log, always in one order. */
export async function listSequences(db: Db): Promise<Sequence[]> {
  if (db.cache.isSingleWriter) return [{ teamId: undefined, newest: await newestOfAll(db) }]
  return db.selectFrom('team_log').select(['team_id as teamId', 'last as newest']).orderBy('team_id').execute()
}

/**
 * The number of a team's newest entry, or 0. Where teams share a sequence it may be the number of a newer entry of another
 * team: it says as well what of this one there is.
 */
export async function newestSeq(db: Db, teamId: string): Promise<number> {
  if (db.cache.isSingleWriter) return newestOfAll(db)
  const row = await db.selectFrom('team_log').select('last').where('team_id', '=', teamId).executeTakeFirst()
  return row?.last ?? 0
}

/** The number of the oldest entry that is kept of a team, or of one before it in the sequence; 0 if there is none. */
export async function oldestSeq(db: Db, teamId: string): Promise<number> {
  const row = await db
    .selectFrom('log')
    .select('seq')
    .$if(!db.cache.isSingleWriter, (query) => query.where('team_id', '=', teamId))
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst()
  return row?.seq ?? 0
}

/** The entries of a team after a number, in their order. `deltas`: also what streams have grown by. */
export function entriesAfter(
  db: Db,
  teamId: string,
  seq: number,
  limit: number,
  { deltas = true } = {},
): Promise<FollowedEntry[]> {
  return db
    .selectFrom('log')
    .select(followedColumns)
    .where('team_id', '=', teamId)
    .where('seq', '>', seq)
    .$if(!deltas, (query) => query.where('kind', '!=', 'delta'))
    .orderBy('seq')
    .limit(limit)
    .execute()
}

async function newestOfAll(db: Db): Promise<number> {
  const row = await db
    .selectFrom('log')
    .select(({ fn }) => fn.max('seq').as('seq'))
    .executeTakeFirst()
  return row?.seq ?? 0
}
