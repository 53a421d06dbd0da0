import { sql } from 'kysely'
import type { Tx } from '#store/db'
import { now } from './clock.ts'

/** `<seconds>.<microseconds>`, as a message is named on the wire. */
export const tsPattern = /^\d{10}\.\d{6}$/

/** Gives the next ts of a channel: the time, but always after every ts given there before, whatever the clock does. */
export async function nextTs(tx: Tx, teamId: string, channelId: string): Promise<string> {
  const time = now() * 1000
  const row = await tx
    .updateTable('channels')
    .set({ last_ts: sql<number>`case when last_ts >= ${time} then last_ts + 1 else ${time} end` })
    .where('team_id', '=', teamId)
    .where('id', '=', channelId)
    .returning('last_ts')
    .executeTakeFirstOrThrow()
  return tsOf(row.last_ts)
}

export function tsOf(microseconds: number): string {
  const seconds = Math.floor(microseconds / 1_000_000)
  return `${seconds}.${String(microseconds - seconds * 1_000_000).padStart(6, '0')}`
}

export function microsecondsOf(ts: string): number {
  return Number(ts.replace('.', ''))
}
