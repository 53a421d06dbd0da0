import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from './connect.ts'
import type { Moving } from './copyTeam.ts'
import { removeGuards } from './guards.ts'
import { forgetArrival, reopen } from './leave.ts'
import { findMark, lockMove } from './state.ts'

interface Broken {
  /** The team may be at the new place. */
  mayBeThere: boolean
  /** Milliseconds. */
  waits: { lock: number; reconnect: number }
}

/** [NOD-13] What went wrong with a move. The team is opened again where it was, unless it may be at the new place. */
export async function openAgain(moving: Moving, cause: unknown, { mayBeThere, waits }: Broken): Promise<Error> {
  const { from, to, tables, team } = moving
  const reason = (cause instanceof Error ? cause.message : String(cause)).replace(/\.?$/, '.')
  const again = 'Run the command again, or with --undo.'
  if (mayBeThere) return new Error(`It is not certain whether the team has arrived: ${reason} ${again}`, { cause })
  try {
    await reopen(from.client, team).catch(() => reopenAnew(moving, waits))
  } catch {
    return new Error(`The move was interrupted, and the team may be closed for writing: ${reason} ${again}`, { cause })
  }
  let left = ''
  try {
    await to.client.query('rollback')
    await forgetArrival(to.client, tables, team)
  } catch {
    left += ` Something of it is left in --to. ${again}`
  }
  try {
    await removeGuards(from.client, tables)
  } catch {
    left += ' Triggers of the move are left in --from. They do nothing, and are removed when a move is taken back.'
  }
  return new Error(`${reason} The team works where it was.${left}`, { cause })
}

/** PostgreSQL may take some seconds to notice that the connection is gone, and the lock of the move with it. */
async function reopenAnew({ from, team, move }: Moving, waits: Broken['waits']): Promise<void> {
  let failure: unknown
  for (const until = performance.now() + waits.reconnect; performance.now() < until; await sleep(200)) {
    void from.client.end().catch(() => {})
    try {
      from.client = (await connect('from', from.url)).client
      await lockMove(from, team, waits.lock)
      const mark = await findMark(from.client, team)
      // Another command came first.
      const isOfAnother = mark?.state === 'moved' || (mark?.state !== 'arrived' && mark?.move !== move)
      if (mark && isOfAnother) break
      return await reopen(from.client, team)
    } catch (error) {
      failure = error
    }
  }
  throw failure
}
