import type { Db, LogEntry } from '#store/db'
import type { Change } from '#store/tables/change'
import type { LogKind } from '#store/tables/tables'
import { now } from '#domain/clock'

/** An entry of the log: what happened, to what. Readers look up how things are now. */
export function entry(
  kind: LogKind,
  teamId: string,
  about: { channelId?: string; ts?: string; subject?: string; change?: Change } = {},
): LogEntry {
  return {
    team_id: teamId,
    kind,
    channel_id: about.channelId ?? null,
    ts: about.ts ?? null,
    subject: about.subject ?? null,
    n: null,
    total: null,
    at: now(),
    body: null,
    change: about.change ?? null,
  }
}

/** How many entries back a viewer may have been away and still be told change by change. */
export const replayable = 5000

/** The number up to which a viewer has to have come. */
export function oldestCursor(newest: number): number {
  return newest - replayable + 1
}

/** The number of the newest entry, 0 where there is none. */
export async function newestSeq(db: Db): Promise<number> {
  const row = await db
    .selectFrom('log')
    .select(({ fn }) => fn.max('seq').as('seq'))
    .executeTakeFirst()
  return row?.seq ?? 0
}

/** Whoever makes deliveries of changes, or takes either away, waits for the others. */
export const recording = 'recording events'
