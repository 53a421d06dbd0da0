import type { JournalEntry } from '#http/development/journal/journalEntry'
import type { AppNames } from './directory.ts'

/** Something that a person did, and how far the server was when they began. */
export interface Act {
  words: string
  at: number
  /** The number of the newest entry of the journal. */
  journal: number
}

/** What is told of. */
export interface Told {
  entries: readonly JournalEntry[]
  acts: readonly Act[]
  apps: readonly AppNames[]
  /** Apps that have no open socket. */
  absent: readonly AppNames[]
  /** What is left to do, in sentences. */
  unsettled: readonly string[]
}

const maxLines = 60

/** What a test misses, and all that happened: what people did, what apps were sent, and their calls, in order. */
export function tellStory(missing: string, { entries, acts, apps, absent, unsettled }: Told): string {
  const nameOf = (id: string | undefined) => apps.find((app) => app.id === id)?.name ?? id ?? 'somebody'
  const lines = [
    ...acts.map(({ words, at, journal: after }) => ({ after: after + 0.5, at, line: words })),
    ...entries.flatMap((entry) => {
      const line = describe(entry, nameOf)
      return line === undefined ? [] : [{ after: entry.seq, at: entry.at, line }]
    }),
  ].toSorted((a, b) => a.after - b.after)
  const [first] = lines
  const told = lines.slice(-maxLines).map(({ at, line }) => `  ${`+${at - (first?.at ?? at)} ms`.padStart(9)}  ${line}`)
  return [
    missing,
    '',
    told.length === 0 ? 'Nothing happened.' : 'What happened:',
    ...(lines.length > maxLines ? [`  … ${lines.length - maxLines} more before`] : []),
    ...told,
    ...(unsettled.length > 0 ? ['', 'What is left to do:', ...unsettled.map((line) => `  ${line}`)] : []),
    ...absent.map(({ name }) => `\n${name} has no open socket, so its events wait. Was its app started?`),
  ].join('\n')
}

function describe(entry: JournalEntry, nameOf: (id: string | undefined) => string): string | undefined {
  switch (entry.kind) {
    case 'call': {
      const { method, ok, error = '', detail = '', status } = entry
      if (entry.fault === 'lost' || entry.fault === 'cut')
        return `${nameOf(entry.app)} calls ${method} ${shortJson(entry.args)} → answer ${entry.fault}`
      const answer = ok ? 'ok' : `${error} (${status}): ${detail}`
      const then = entry.fault === undefined ? '' : `, then fault ${entry.fault}`
      return `${nameOf(entry.app)} calls ${method} ${shortJson(entry.args)} → ${answer}${then}`
    }
    case 'delivery': {
      if (entry.outcome === 'sent') return undefined
      const { event, outcome, detail, attempt } = entry
      const again = `${attempt > 0 ? `, attempt ${attempt + 1}` : ''}${entry.fault === undefined ? '' : `, fault ${entry.fault}`}`
      return `${nameOf(entry.app)} is sent ${String(event['type'])}${again}: ${outcome}${detail === undefined ? '' : `: ${detail}`}`
    }
    // What the kit's people do is told by their acts.
    case 'act':
      return undefined
    case 'interaction':
      return `${nameOf(entry.app)} is asked ${entry.type}: ${entry.outcome}${entry.detail && `: ${entry.detail}`}`
  }
}

function shortJson(args: object): string {
  const json = JSON.stringify(args)
  return json.length > 160 ? `${json.slice(0, 160)}…` : json
}
