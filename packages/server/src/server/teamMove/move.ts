import { setTimeout as sleep } from 'node:timers/promises'
import { markArriving } from './arrive.ts'
import { checkDatabases, connect, type Database } from './connect.ts'
import { copyAhead, copyRest, copyTeamFiles, type FilePlaces, type Moving } from './copyTeam.ts'
import { openFiles } from './files.ts'
import { exemptFromGuards, installGuards, removeGuards, waitForWrites } from './guards.ts'
import { announceHashes, clearArrival, deleteTeam, forgetArrival, markMoved, reopen } from './leave.ts'
import { openAgain } from './openAgain.ts'
import { checkSecrets } from './secrets.ts'
import { checkSight, waitForStandbys } from './standbys.ts'
import {
  checkAlone,
  comesFrom,
  findMark,
  findTeam,
  listTeams,
  lockMove,
  type Mark,
  newMove,
  setMark,
  type Team,
} from './state.ts'
import { listMovedTables } from './tables.ts'

export interface MoveOptions {
  /** By domain or id. */
  team: string
  from: string
  to: string
  /** The key file of the servers of `to`. */
  key: string
  /** Buckets in which the servers have files. */
  fromFiles?: string | undefined
  toFiles?: string | undefined
  /** Takes back a move that was not finished. */
  undo: boolean
  signal: AbortSignal
  onStep: (words: string) => void
  /** Milliseconds. */
  waits?: Waits
}

/** How long to wait for another command, for what nodes remember, and at most for standbys and a connection that is lost. */
export interface Waits {
  lock: number
  believed: number
  standbys: number
  reconnect: number
}

/** A node may read for two seconds what it remembers of the callers of a team. */
const usualWaits: Waits = { lock: 5000, believed: 2500, standbys: 60_000, reconnect: 20_000 }

export interface Moved {
  team: Team
  /** What the command did. `finished`: the last steps of a move that was stopped. */
  outcome: 'moved' | 'finished' | 'undone'
  rows: Record<string, number>
  files: number
  /** How long the team took no writes, milliseconds. */
  closedMs: number
}

/** [NOD-10 to NOD-13] Moves a team from one PostgreSQL database to another while the nodes of both work. */
export async function moveTeam(options: MoveOptions): Promise<Moved> {
  const from = await connect('from', options.from)
  try {
    const to = await connect('to', options.to)
    try {
      return await moveBetween(from, to, options)
    } finally {
      await to.client.end().catch(() => {})
    }
  } finally {
    await from.client.end().catch(() => {})
  }
}

async function moveBetween(from: Database, to: Database, options: MoveOptions): Promise<Moved> {
  await checkDatabases(from, to)
  const tables = await listMovedTables(from.client)
  const inFrom = await findTeam(from.client, options.team)
  const inTo = await findTeam(to.client, inFrom?.id ?? options.team)
  const team = inFrom ?? inTo ?? (options.undo ? await findLeftover(from, to, options.team) : undefined)
  if (!team) throw await noSuchTeam(from, options)
  for (const database of [from, to]) {
    await lockMove(database, team.id, (options.waits ?? usualWaits).lock)
    await exemptFromGuards(database.client, team.id)
  }
  const here = await findMark(from.client, team.id)
  const there = await findMark(to.client, team.id)
  const { signal } = options
  const moving: Moving = {
    team: team.id,
    // With another id in --to and a kill before --from has it, nobody could tell any more who had closed the team.
    move: here?.state === 'closed' ? here.move : await newMove(from.client),
    from,
    to,
    tables,
    signal,
    rows: {},
    copiedFiles: new Set(),
  }
  const done = { team, rows: moving.rows, files: 0, closedMs: 0 }
  const arrived = arrivedMove(here, there)
  if (arrived !== undefined) {
    if (options.undo) throw new Error(`The team ${team.id} has moved already. ${howToGoOn}`)
    // A move that was stopped after the team had arrived.
    await leave({ ...moving, move: arrived }, options)
    return { ...done, outcome: 'finished' }
  }
  if (here?.state === 'moved' && !(options.undo && (await isLeftover(from, here, there))))
    throw new Error(`The team ${team.id} has moved from --from, but not to --to. Name the right --to.`)
  // It may have arrived there.
  if (here?.state === 'closed' && here.move !== there?.move)
    throw new Error(
      `The team ${team.id} was closed by a move to another database, which was stopped. Name that in --to.`,
    )
  if (options.undo) {
    if (here?.state !== 'leaving' && here?.state !== 'closed' && there?.state !== 'arriving')
      throw new Error(`Nothing is to be undone: no move of the team ${team.id} from --from to --to has begun.`)
    await reopen(from.client, team.id)
    await forgetArrival(to.client, tables, team.id)
    await removeGuards(from.client, tables)
    return { ...done, outcome: 'undone' }
  }
  if (!inFrom) throw await noSuchTeam(from, options)
  if (inTo)
    throw new Error(
      `A team ${team.id} is in --to already. Nothing was changed. Look whether both addresses are the right ones.`,
    )
  const namesake = await findTeam(to.client, inFrom.domain)
  if (namesake)
    throw new Error(
      `The team ${namesake.id} in --to has the domain ${inFrom.domain} too. Nothing was changed. Give one of the two another domain.`,
    )
  const closedMs = await move(moving, options)
  return { ...done, files: moving.copiedFiles.size, closedMs, outcome: 'moved' }
}

/** The id of the move with which the team has come from here to there. */
function arrivedMove(here: Mark | undefined, there: Mark | undefined): string | undefined {
  const hasLeft = here?.state === 'closed' || here?.state === 'moved'
  return hasLeft && there?.state === 'arrived' && here.move === there.move ? here.move : undefined
}

/**
 * A team that has left `from` for another database than `to`, where an earlier move has left something of it. Neither of the two
 * knows its name any more.
 */
async function findLeftover(from: Database, to: Database, id: string): Promise<Team | undefined> {
  const isLeft = await isLeftover(from, await findMark(from.client, id), await findMark(to.client, id))
  return isLeft ? { id, name: '', domain: '' } : undefined
}

/**
 * With the same id of the move, the new database has lost its last commits, and has what is left of the team. A move from elsewhere may
 * have closed the team there.
 */
async function isLeftover(from: Database, here: Mark | undefined, there: Mark | undefined): Promise<boolean> {
  if (here?.state !== 'moved' || there?.state !== 'arriving' || here.move === there.move) return false
  return comesFrom(from.client, there.move)
}

async function noSuchTeam({ client }: Database, { team, undo }: MoveOptions): Promise<Error> {
  const teams = (await listTeams(client)).map(({ id, name }) => `${id} (${name})`)
  const known = teams.length === 0 ? 'No team is there.' : `There are: ${teams.join(', ')}.`
  const hint = undo ? ' If it has left --from since, give its id.' : ''
  return new Error(`There is no team ${JSON.stringify(team)} in --from. ${known}${hint}`)
}

/** Returns how long the team took no writes, milliseconds. */
async function move(moving: Moving, options: MoveOptions): Promise<number> {
  const { team: id, tables } = moving
  const [from, to] = [moving.from.client, moving.to.client]
  await checkAlone(from, id)
  await checkSight(moving.to)
  await checkSecrets(from, to, id, options.key)
  const files = await openPlaces(moving, options)
  let [mayBeThere, closedAt] = [false, 0]
  try {
    await markArriving(to, id, moving.move)
    await clearArrival(to, tables, id)
    await announceHashes(from, to, id)
    await from.query('delete from team_move_changes where team_id = $1', [id])
    // A team of which nothing was ever logged has no row, by which nodes could be told.
    await from.query('insert into team_log (team_id) values ($1) on conflict do nothing', [id])
    await setMark(from, id, { state: 'leaving', move: moving.move })
    await installGuards(from, tables)
    await waitForWrites(from, tables)
    options.onStep(`Copying the team ${id}, which works meanwhile.`)
    await copyAhead(moving, files, (options.waits ?? usualWaits).standbys)
    await announceHashes(from, to, id)
    options.onStep('Closing the team for writing.')
    closedAt = performance.now()
    await setMark(from, id, { state: 'closed', move: moving.move })
    await waitForWrites(from, tables)
    await copyTeamFiles(moving, files)
    await to.query('begin')
    await copyRest(moving)
    moving.signal.throwIfAborted()
    mayBeThere = true
    await to.query('commit')
  } catch (error) {
    throw await openAgain(moving, error, { mayBeThere, waits: options.waits ?? usualWaits })
  } finally {
    await Promise.allSettled([files.from.close(), files.to.close()])
  }
  const closedMs = Math.round(performance.now() - closedAt)
  await leave(moving, options)
  return closedMs
}

async function openPlaces({ from, to }: Moving, { fromFiles, toFiles }: MoveOptions): Promise<FilePlaces> {
  const place = await openFiles(from, fromFiles)
  try {
    return { from: place, to: await openFiles(to, toFiles) }
  } catch (error) {
    await place.close()
    throw error
  }
}

const howToGoOn = 'Run the command again to finish. To bring the team back, move it from --to to --from.'

async function leave(
  { from, to, tables, team, move, signal }: Moving,
  { onStep, waits = usualWaits }: MoveOptions,
): Promise<void> {
  onStep('The team is at the new place. Removing it from the old one.')
  try {
    const standbysHave = () => waitForStandbys(to, waits.standbys, signal)
    await standbysHave()
    await markMoved(from.client, to.client, { team, move }, standbysHave)
    await sleep(waits.believed, undefined, { signal })
    await deleteTeam(from.client, tables, team, signal)
  } catch (cause) {
    const reason = (cause instanceof Error ? cause.message : String(cause)).replace(/\.?$/, '.')
    throw new Error(
      `The team is at the new place, but not all of it is removed from the old one: ${reason} ${howToGoOn}`,
      {
        cause,
      },
    )
  }
}
