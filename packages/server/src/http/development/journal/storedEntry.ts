import { maskTokens } from '#http/api/secrets'
import type { ServedCall } from '#http/api/servedCall'
import { toJournaledAnswer } from './journaledAnswer.ts'
import type { ActEntry, DeliveryEntry, InteractionEntry, JournalEntry } from './journalEntry.ts'
import { shorten } from './shortCopy.ts'

/** A call as it was served. It becomes an entry only when somebody reads the journal. */
interface StoredCall {
  seq: number
  at: number
  served: ServedCall
}

export type StoredEntry = StoredCall | DeliveryEntry | InteractionEntry | ActEntry

export function toJournalEntry(entry: StoredEntry): JournalEntry {
  if ('kind' in entry) return entry
  const { seq, at, served } = entry
  const { caller } = served
  const answer = toJournaledAnswer(served.answer, served.method?.secret === true)
  return {
    seq,
    kind: 'call',
    at,
    request_id: served.envelope.requestId,
    method: maskTokens(served.name),
    team: caller?.teamId || undefined,
    app: caller?.app?.id,
    user: caller?.userId || undefined,
    args: served.args ? shorten(served.args) : {},
    status: served.status,
    answer,
    fault: served.fault,
    ok: answer['ok'] === true,
    error: textOf(answer['error']),
    detail: textOf(answer['detail']),
    hints: served.hints,
    took_ms: Math.round(served.tookMs * 100) / 100,
    replays: served.replays,
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
