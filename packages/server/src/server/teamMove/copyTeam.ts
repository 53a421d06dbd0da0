import { copyChanges, copyTable, expectSame, measureTable } from './copy.ts'
import type { Database } from './connect.ts'
import { copyFiles, type FilePlace } from './files.ts'
import { waitForStandbysAhead } from './standbys.ts'
import { inTransaction, setMark } from './state.ts'
import type { MovedTable } from './tables.ts'

/** A team on its way, and what was done of it. */
export interface Moving {
  team: string
  /** The id of the move. */
  move: string
  from: Database
  to: Database
  tables: readonly MovedTable[]
  signal: AbortSignal
  /** By table: how many rows went along. */
  rows: Record<string, number>
  /** The keys of the bytes that were copied. */
  copiedFiles: Set<string>
}

/** More changes than this are taken up before the team is closed, in so many rounds at most. */
const fewChanges = 200
const mostRounds = 100
/** Tables with more rows were compared in full before the team was closed, and then are counted. */
const summedRows = 100_000

export interface FilePlaces {
  from: FilePlace
  to: FilePlace
}

export async function copyTeamFiles(moving: Moving, { from, to }: FilePlaces): Promise<void> {
  const { team, copiedFiles, signal } = moving
  await copyFiles({ client: moving.from.client, blobs: from.blobs }, to.blobs, team, copiedFiles, signal)
}

/**
 * Copies the large tables as of one moment and compares them, waits for the standbys, which may take long, and copies what has changed
 * meanwhile. The team works.
 */
export async function copyAhead(moving: Moving, files: FilePlaces, standbysMs: number): Promise<void> {
  const { team, signal } = moving
  const [from, to] = [moving.from.client, moving.to.client]
  const ahead = listAhead(moving)
  await inTransaction(from, 'begin isolation level repeatable read read only', async () => {
    for (const table of ahead) {
      await copyTable(from, to, table, team, signal)
      expectSame(table, await measureTable(from, table, team), await measureTable(to, table, team))
    }
  })
  await copyTeamFiles(moving, files)
  await waitForStandbysAhead(moving.to, standbysMs, signal)
  for (let round = 1; round <= mostRounds; round++) {
    signal.throwIfAborted()
    if ((await copyChanges(from, to, ahead, team)) <= fewChanges) break
  }
  await copyTeamFiles(moving, files)
}

/** Copies the rest of a team that takes no writes, and compares all of it. To be called in a transaction at the new place. */
export async function copyRest(moving: Moving): Promise<void> {
  const { team, move } = moving
  const [from, to] = [moving.from.client, moving.to.client]
  while ((await copyChanges(from, to, listAhead(moving), team)) > 0);
  await to.query('delete from moved_hashes where team_id = $1', [team])
  await inTransaction(from, 'begin isolation level repeatable read read only', async () => {
    for (const table of moving.tables) await copyClosed(moving, table)
    const { rows } = await from.query<{ epoch: string }>(
      `select coalesce(t.epoch, (select value from meta where key = 'epoch')) as epoch from team_log t where team_id = $1`,
      [team],
    )
    // [NOD-12] Cursors of browsers name the history of the log.
    await to.query('update team_log set epoch = $2 where team_id = $1', [team, rows[0]?.epoch])
  })
  await setMark(to, team, { state: 'arrived', move })
}

async function copyClosed({ team, rows, signal, ...databases }: Moving, table: MovedTable): Promise<void> {
  const [from, to] = [databases.from.client, databases.to.client]
  if (!table.isCopiedAhead) {
    // What the team left here when it moved away, long ago.
    if (table.teamColumn !== undefined)
      await to.query(`delete from ${table.name} where ${table.teamColumn} = $1`, [team])
    await copyTable(from, to, table, team, signal)
  }
  const counted = await measureTable(from, table, team, false)
  rows[table.name] = Number(counted.count)
  // Apps and their tokens may be there already, with others.
  if (table.isShared) return
  const withSum = !table.isCopiedAhead || Number(counted.count) <= summedRows
  expectSame(table, await measureTable(from, table, team, withSum), await measureTable(to, table, team, withSum))
}

function listAhead({ tables }: Moving): MovedTable[] {
  return tables.filter(({ isCopiedAhead }) => isCopiedAhead)
}
