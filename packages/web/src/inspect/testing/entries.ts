import type { ActEntry, CallEntry, DeliveryEntry, JournalEntry } from 'rivulet/journal'
import type { EntryItem } from '#inspect/journal/item.ts'

const at = 1_800_000_000_000
const team = 'T0ACME'

/** A call that worked. */
export function call(method: string, args: object, more: Partial<CallEntry> = {}): CallEntry {
  const { seq = 1 } = more
  const base = {
    seq,
    kind: 'call',
    at: at + seq,
    request_id: 'r',
    method,
    team,
    app: 'A0SCOUT',
    user: 'U0SCOUT',
  } as const
  const answer = { ok: more.ok ?? true }
  const none = { fault: undefined, error: undefined, detail: undefined, hints: [] }
  return { ...base, args: { ...args }, status: 200, answer, ok: true, took_ms: 1, ...none, ...more }
}

export function delivery(outcome: string, more: Partial<DeliveryEntry> = {}): DeliveryEntry {
  const event = { type: 'message', text: 'Hm', user: 'U0ANA', channel: 'C0HELP' }
  const about = { team, app: 'A0SCOUT', channel: 'C0HELP', event_id: 'Ev1', event, envelope_id: 'e' }
  return { seq: 1, kind: 'delivery', at, ...about, attempt: 0, outcome, took_ms: undefined, ...more }
}

export function act(name: string, more: Partial<ActEntry> = {}): ActEntry {
  return { seq: 1, kind: 'act', at, team, user: 'U0ANA', act: name, detail: {}, ...more }
}

/** Items as the page counts them, the first at `first`. */
export function toItems(entries: readonly JournalEntry[], first = 0): EntryItem[] {
  return entries.map((entry, i) => ({ n: first + i, life: 0, entry }))
}
