import type { JournalEntry } from 'rivulet/journal'
import { factsOf } from './facts.ts'
import type { Term } from './query.ts'

/** The name of an id, if it is known. */
export type NameOf = (team: string | undefined, id: string) => string | undefined

/** Kinds as people say them, besides the words of the journal. */
const kinds: Readonly<Record<string, JournalEntry['kind']>> = {
  call: 'call',
  calls: 'call',
  event: 'delivery',
  events: 'delivery',
  delivery: 'delivery',
  interaction: 'interaction',
  interactions: 'interaction',
  act: 'act',
  acts: 'act',
}

/** Returns a function that tells whether an entry meets all conditions. */
export function createMatcher(terms: readonly Term[], nameOf: NameOf): (entry: JournalEntry) => boolean {
  const tests = terms.map((term) => {
    const test = createTest(term, nameOf)
    return term.isNegative ? (entry: JournalEntry) => !test(entry) : test
  })
  return (entry) => tests.every((test) => test(entry))
}

function createTest({ field, value }: Term, nameOf: NameOf): (entry: JournalEntry) => boolean {
  const wanted = value.toLowerCase()
  const isNamed = (entry: JournalEntry, id: string | undefined) =>
    id !== undefined && (id.toLowerCase() === wanted || plainName(nameOf(entry.team, id)) === plainName(wanted))
  switch (field) {
    case undefined:
      return (entry) => textOf(entry).includes(wanted)
    case 'kind':
      return (entry) => entry.kind === kinds[wanted]
    case 'app':
      return (entry) => isNamed(entry, factsOf(entry).app)
    case 'person':
      return (entry) => isNamed(entry, factsOf(entry).user)
    case 'channel':
      return (entry) => isNamed(entry, factsOf(entry).channel)
    case 'method': {
      const pattern = toPattern(wanted)
      return (entry) => entry.kind === 'call' && pattern.test(entry.method)
    }
    case 'event': {
      const pattern = toPattern(wanted)
      return (entry) => entry.kind !== 'call' && pattern.test(factsOf(entry).what)
    }
    case 'error': {
      const pattern = toPattern(wanted)
      return (entry) => pattern.test(factsOf(entry).error ?? '')
    }
    case 'ts':
      return (entry) => textOf(entry).includes(`"${wanted}"`)
    case 'is':
      return (entry) => {
        if (wanted === 'error') return factsOf(entry).error !== undefined
        return wanted === 'hint' && entry.kind === 'call' && entry.hints.length > 0
      }
  }
}

function plainName(name: string | undefined): string | undefined {
  return name?.toLowerCase().replace(/^[#@]/, '')
}

/** `*` stands for anything. */
function toPattern(value: string): RegExp {
  return new RegExp(`^${value.split('*').map(escapeForPattern).join('.*')}$`, 'is')
}

function escapeForPattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
}

const texts = new WeakMap<JournalEntry, string>()

/** Everything that an entry says, for a text to be found in it. Made when somebody first looks for one. */
function textOf(entry: JournalEntry): string {
  let text = texts.get(entry)
  if (text === undefined) texts.set(entry, (text = JSON.stringify(entry).toLowerCase()))
  return text
}
