import { sql } from 'kysely'
import type { Tx } from '#store/db'

/** `<seconds>.<microseconds>`, the format of a message's ts. */
export const tsPattern = /^\d{10}\.\d{6}$/

/** Takes the next ts of a channel: the current time, but always after every ts taken before, whatever the clock does. */
export async function nextTs(tx: Tx, teamId: string, channelId: string): Promise<string> {
  const time = tx.clock.now() * 1000
  const row = await tx
    .updateTable('channels')
    .set({ last_ts: sql<number>`case when last_ts >= ${time} then last_ts + 1 else ${time} end` })
    .where('team_id', '=', teamId)
    .where('id', '=', channelId)
    .returning('last_ts')
    .executeTakeFirstOrThrow()
  return toTs(row.last_ts)
}

export function toTs(microseconds: number): string {
  const seconds = Math.floor(microseconds / 1_000_000)
  return `${seconds}.${String(microseconds - seconds * 1_000_000).padStart(6, '0')}`
}

export function toMicroseconds(ts: string): number {
  return Number(ts.replace('.', ''))
}

/** The ts before which nothing is that is not before this one. */
export function justBefore(ts: string): string {
  return toTs(toMicroseconds(ts) - 1)
}
