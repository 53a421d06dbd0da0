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

/** Lock key for everything that makes deliveries of a team's log entries, or withdraws them. */
export function recordingLock(teamId: string): string {
  return `recording events of ${teamId}`
}
