import type { LogEntry } from '#store/db'
import type { LogKind } from '#store/tables'
import { now } from './clock.ts'

/** An entry of the log: what happened, to what. Readers look up how things are now. */
export function entry(
  kind: LogKind,
  teamId: string,
  about: { channelId?: string; ts?: string; subject?: string } = {},
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
  }
}
