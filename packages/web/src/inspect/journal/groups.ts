import type { JournalEntry } from 'rivulet/journal'
import type { EntryItem } from './item.ts'

/** Entries that belong together and are one row of the list: a stream, or all attempts to deliver an event. */
export interface Group {
  key: string
  first: EntryItem
  last: EntryItem
  /** How many appends, or attempts. */
  count: number
  /** Changes with each entry, so that only the row that shows it is drawn again. */
  version: number
  /** Of a stream: `open` until chat.stopStream or an append that says that it has ended. */
  state: 'open' | 'ended' | 'stopped' | 'failed'
}

/** Names the stream that a call is about, or the event that a delivery carries. */
export function groupKey({ entry, life }: EntryItem): string | undefined {
  if (entry.kind === 'delivery') return `${life} ${entry.app} ${entry.event_id}`
  const stream = streamOf(entry)
  return stream && `${life} ${stream.team} ${stream.channel} ${stream.ts}`
}

/** The stream that a call starts, grows or ends. */
export function streamOf(entry: JournalEntry): { team: string; channel: string; ts: string } | undefined {
  if (entry.kind !== 'call' || !/^chat\.(start|append|stop)Stream$/.test(entry.method)) return undefined
  const from = entry.method === 'chat.startStream' ? entry.answer : entry.args
  const [channel, ts] = [from['channel'], from['ts']]
  if (typeof channel !== 'string' || typeof ts !== 'string') return undefined
  return { team: entry.team ?? '', channel, ts }
}

/** The groups among the entries that are known. */
export class Groups {
  readonly #byKey = new Map<string, Group>()

  /** Returns the group of an entry, with the entry in it. */
  add(item: EntryItem): Group | undefined {
    const key = groupKey(item)
    if (key === undefined) return undefined
    let group = this.#byKey.get(key)
    if (!group) {
      group = { key, first: item, last: item, count: 0, version: 0, state: 'open' }
      this.#byKey.set(key, group)
    }
    const { entry } = item
    group.last = item
    group.version++
    if (entry.kind === 'delivery') group.count = Math.max(group.count, entry.attempt + 1)
    else if (entry.kind === 'call') addCall(group, entry)
    return group
  }

  of(item: EntryItem): Group | undefined {
    const key = groupKey(item)
    return key === undefined ? undefined : this.#byKey.get(key)
  }

  /** Forgets the groups that have no entry from this item on. */
  dropBefore(n: number): void {
    for (const [key, { last }] of this.#byKey) if (last.n < n) this.#byKey.delete(key)
  }

  clear(): void {
    this.#byKey.clear()
  }
}

function addCall(
  group: Group,
  { method, ok, error }: { method: string; ok: boolean; error?: string | undefined },
): void {
  if (method === 'chat.appendStream' && ok) group.count++
  if (method === 'chat.stopStream' && ok && group.state === 'open') group.state = 'ended'
  if (error === 'stopped_by_user') group.state = 'stopped'
  else if (error === 'message_not_in_streaming_state' && group.state === 'open') group.state = 'failed'
}

/** Whether the first row of its group says what this entry says: that a stream grew or ended, or an acknowledgement. */
export function isFolded(item: EntryItem, group: Group | undefined): boolean {
  if (!group || group.first === item) return false
  const { entry } = item
  if (entry.kind === 'delivery') return entry.outcome === 'acknowledged' || entry.outcome === 'sent'
  return entry.kind === 'call' && entry.ok
}
