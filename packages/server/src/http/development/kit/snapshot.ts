import type { JournalEntry } from '#http/development/journal/journalEntry'
import type { TeamNames } from './directory.ts'
import type { Message } from './message.ts'
import type { Seen } from './seen.ts'
import { StableNames } from './stableNames.ts'

/** What a snapshot can be made of; entries of the journal are also those of `app.calls()` and the like. */
export type Snapshotable = Message | Seen | readonly JournalEntry[]

/**
 * Text that is the same in every run: names in place of ids, of every `ts` and of times, numbered in the order in which they
 * appear. JSON, for a file that people read and compare.
 */
export function takeSnapshot(teams: readonly TeamNames[], url: string, what: Snapshotable): string {
  return toStableText(teams, url, isEntries(what) ? describeEntries(what) : describe(what))
}

export function toStableText(teams: readonly TeamNames[], url: string, what: object): string {
  const plain: unknown = JSON.parse(JSON.stringify(what))
  return `${JSON.stringify(new StableNames(teams, url).replaceIn(plain), null, 2)}\n`
}

function isEntries(what: Snapshotable): what is readonly JournalEntry[] {
  return Array.isArray(what)
}

function describe(what: Message | Seen): object {
  if ('messages' in what) {
    const { text, status, title, suggestions, agents } = what
    return { text: text.split('\n'), status, title, suggestions, agents }
  }
  return { ...what.object, ...(what.stream ? { appends: what.stream.appends.map(({ text }) => text) } : {}) }
}

/**
 * An acknowledgement and a call may come in either order, and so may two acknowledgements. So each kind has a list of its own,
 * and all attempts to deliver an event are one element of it.
 */
function describeEntries(entries: readonly JournalEntry[]): object {
  const acts: object[] = []
  const calls: object[] = []
  const interactions: object[] = []
  const deliveries = new Map<string, { app: string; event: object; outcomes: string[] }>()
  for (const entry of entries) {
    if (entry.kind === 'call') {
      const { app, user, method, args, status, answer, fault } = entry
      calls.push({ method, app, user, args, status, answer, fault })
    } else if (entry.kind === 'interaction') {
      const { app, user, type, payload, way, outcome, answer } = entry
      interactions.push({ type, app, user, way, payload, outcome, answer })
    } else if (entry.kind === 'act') {
      const { user, act, channel, ts, detail } = entry
      acts.push({ act, user, channel, ts, detail })
    } else {
      const { app, event, event_id: id, outcome } = entry
      const known = deliveries.get(`${app} ${id}`)
      if (known) known.outcomes.push(outcome)
      else deliveries.set(`${app} ${id}`, { app, event, outcomes: [outcome] })
    }
  }
  return { acts, calls, deliveries: [...deliveries.values()], interactions }
}
