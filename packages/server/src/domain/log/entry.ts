import type { Db } from '#store/db'
import type { NewLogEntry } from '#store/unitOfWork'
import type { Change } from '#store/tables/change'
import type { LogKind } from '#store/tables/log'

/** Makes a log entry: what happened, to what. Readers look up how things are now. */
export function logEntry(
  kind: LogKind,
  teamId: string,
  about: { channelId?: string; ts?: string; subject?: string; change?: Change } = {},
): NewLogEntry {
  return {
    team_id: teamId,
    kind,
    channel_id: about.channelId ?? null,
    ts: about.ts ?? null,
    subject: about.subject ?? null,
    n: null,
    total: null,
    body: null,
    change: about.change ?? null,
  }
}

/** A viewer that has missed at most this many entries gets them one by one; otherwise it starts afresh. */
export const maxReplayedEntries = 5000

/** The oldest cursor from which a viewer can continue. */
export function oldestCursor(newest: number): number {
  return newest - maxReplayedEntries + 1
}

/** The number of the newest entry, or 0. */
export async function newestSeq(db: Db): Promise<number> {
  const row = await db
    .selectFrom('log')
    .select(({ fn }) => fn.max('seq').as('seq'))
    .executeTakeFirst()
  return row?.seq ?? 0
}

/** Lock key for everything that makes deliveries of log entries, or withdraws them. */
export const recordingLock = 'recording events'
