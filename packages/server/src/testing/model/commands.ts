import fc from 'fast-check'
import type { Piece } from './threadModel.ts'

/** What may happen to a thread and to those who watch it. `back` counts from the newest. */
export type Command =
  | { do: 'rest' }
  | { do: 'start'; app: App; pieces: Piece[] }
  | { do: 'append' | 'stop'; back: number; stranger: boolean; otherMode: boolean; pieces: Piece[] }
  | { do: 'retry'; back: number }
  | { do: 'press'; back: number }
  | { do: 'status'; app: App; text: string }
  | { do: 'post'; app: App }
  | { do: 'update' | 'delete'; back: number; stranger: boolean }
  | { do: 'crash'; flying: boolean; ticks: number }
  | { do: 'join'; user: Person }
  | { do: 'leave' | 'cut'; back: number }
  | { do: 'clock'; seconds: number }
  | { do: 'hear' }
  | { do: 'look' }

/** A command and the node that it goes to: its number, or the first if there is none. */
export type Step = Command & { at?: number }

export type App = (typeof apps)[number]
export type Person = (typeof people)[number]
export const apps = ['Scout', 'Robin'] as const
export const people = ['U0ANA', 'U0BEN'] as const

const record = <T>(fields: { [K in keyof T]: fc.Arbitrary<T[K]> }) => fc.record(fields, { noNullPrototype: true })
const app = fc.constantFrom(...apps)
const back = fc.nat(2)
const seldom = fc.nat(9).map((n) => n === 9)
// The last two are halves of a surrogate pair, which are a character only together.
const text = fc.constantFrom('a', ' b', '**', '\n\n', '- c\n', '😀', '\ud83d', '\ude00').map((text) => ({ text }))
const task = record({
  task: fc.constantFrom('t1', 't2', 't3'),
  title: fc.constantFrom('Look', 'Read'),
  status: fc.constantFrom('pending', 'in_progress', 'complete', 'error'),
  details: fc.constantFrom('', 'x', 'yy'),
})
const pieces = fc.oneof(
  fc.array(text, { minLength: 1, maxLength: 3 }),
  fc.array(fc.oneof(text, task), { maxLength: 3 }),
)
// Some of these reach exactly the second at which something ends.
const seconds = fc.constantFrom(1, 50, 119, 120, 400, 500, 620, 3600, -50, -120, -3600)

const grow = { back, stranger: seldom, otherMode: seldom, pieces }
const one = <T extends Command['do']>(what: T) => fc.constant(what)
const commands: fc.WeightedArbitrary<Command>[] = [
  { weight: 1, arbitrary: record({ do: one('rest') }) },
  { weight: 6, arbitrary: record({ do: one('start'), app, pieces }) },
  { weight: 24, arbitrary: record({ do: one('append'), ...grow }) },
  { weight: 4, arbitrary: record({ do: one('stop'), ...grow }) },
  { weight: 6, arbitrary: record({ do: one('retry'), back: fc.nat(6) }) },
  { weight: 2, arbitrary: record({ do: one('press'), back }) },
  { weight: 5, arbitrary: record({ do: one('status'), app, text: fc.constantFrom('reads', 'thinks', '') }) },
  { weight: 3, arbitrary: record({ do: one('post'), app }) },
  { weight: 3, arbitrary: record({ do: one('update'), back: fc.nat(4), stranger: seldom }) },
  { weight: 2, arbitrary: record({ do: one('delete'), back: fc.nat(4), stranger: seldom }) },
  { weight: 1, arbitrary: record({ do: one('crash'), flying: fc.boolean(), ticks: fc.nat(6) }) },
  { weight: 2, arbitrary: record({ do: one('join'), user: fc.constantFrom(...people) }) },
  { weight: 2, arbitrary: record({ do: one('leave'), back }) },
  { weight: 2, arbitrary: record({ do: one('cut'), back }) },
  { weight: 3, arbitrary: record({ do: one('clock'), seconds }) },
  { weight: 1, arbitrary: record({ do: one('look') }) },
]
// Without it, a node hears twice a second what another has done.
const hear = { weight: 3, arbitrary: record({ do: one('hear') }) }

/** How many commands a run has. */
const lengths = { long: 60, short: 20 }

/**
 * Runs on this many nodes. Of `mostlyShort` ones, five of six have fewer commands. A counter-example shrinks when its commands
 * become `rest`, and go to the first node.
 */
export function runsOn(nodes: number, mostlyShort = false): fc.Arbitrary<Step[]> {
  const command = fc.oneof({ withCrossShrink: true }, ...(nodes === 1 ? commands : [...commands, hear]))
  const step = nodes === 1 ? command : fc.tuple(fc.nat(nodes - 1), command).map(([at, what]) => ({ ...what, at }))
  const ofLength = (length: number) => fc.array(step, { minLength: length, maxLength: length })
  if (!mostlyShort) return ofLength(lengths.long)
  return fc.oneof({ weight: 5, arbitrary: ofLength(lengths.short) }, { weight: 1, arbitrary: ofLength(lengths.long) })
}
