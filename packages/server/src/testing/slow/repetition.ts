/** A text that is mostly one part, repeated: what slows a reader down is nearly always of this shape. */
export interface Repetition {
  before: string
  part: string
  after: string
  length: number
  /** The text is JSON: its parts are separated by commas. */
  json: boolean
}

const words = [
  ...'` `` ``` * ** _ ~ ~~ [ ] ![ ]( ) ][ < > > <@U1> <http://a|b> | \n \n\n - # = : :a: ::: & &amp; \\ / http://a.b a@b.cc a é 世 ﷲ 🇩🇪 \u0301 0 " \' + % , . ( ! @ ? \t'.split(
    ' ',
  ),
  ' ',
  '  ',
  '- a\n',
  '> ',
  '1. ',
  '[a]: /u\n',
  '|-|-|\n',
  '[a](b',
  '    ',
  'from:',
  'in:#a ',
  '"a b" ',
]
const values = [
  '{}',
  '[]',
  'null',
  '0',
  '""',
  '{"type":"text"}',
  '{"type":"text","text":"a"}',
  '{"type":"link","url":"a:b"}',
  '{"type":"divider"}',
  '{"type":"markdown","text":"[a"}',
  '{"type":"section","text":{"type":"mrkdwn","text":"*a"}}',
  '{"type":"rich_text_section","elements":[]}',
  '{"type":"task_update","id":"a","title":"a","status":"pending"}',
  '{"type":"markdown_text","text":"a"}',
  '{"type":"blocks","blocks":[{}]}',
  '{"text":"*a","fields":[{}]}',
  '{"a":{"b":[[]]},"c":1}',
]
/** What JSON is put into, with a `…` in its place. */
const frames = [
  '[…]',
  '[{"type":"rich_text","elements":[{"type":"rich_text_section","elements":[…]}]}]',
  '[{"type":"rich_text","elements":[…]}]',
  '[{"type":"actions","elements":[…]}]',
  '[{"type":"table","rows":[[…]]}]',
  '[{"type":"context","elements":[{"type":"mrkdwn","text":"a"}],"later":[…]}]',
  '[{"fields":[…]}]',
  '[{"blocks":[…]}]',
  '[{"actions":[{"type":"select","text":"a","options":[…]}]}]',
  '{"type":"home","blocks":[…]}',
  '{"type":"modal","title":{"type":"plain_text","text":"a"},"blocks":[…]}',
  '{"blocks":[…]}',
  '{"event_type":"a","event_payload":{"a":[…]}}',
]

const lengths = [50, 255, 1000, 3000, 8000, 12_000, 40_000, 100_000, 400_000]

/** A random number from 0 to just below 1. */
export type Random = () => number

export function newRepetition(random: Random): Repetition {
  const json = random() < 0.4
  const [before = '', after = ''] = json ? pick(frames, random).split('…') : [random() < 0.3 ? pick(words, random) : '']
  return { before, part: pick(json ? values : words, random), after, length: pick(lengths, random), json }
}

/** A child of one repetition, or of two. */
export function mutate(one: Repetition, other: Repetition, random: Random): Repetition {
  const child = { ...one }
  const choices = [
    () => (child.length = pick(lengths, random)),
    () => (child.part = joined(child, one.part, other.json === one.json ? other.part : next(one, random))),
    () => (child.part = joined(child, one.part, next(one, random))),
    () => (child.part = joined(child, next(one, random), one.part)),
    () => (child.part = next(one, random)),
    () => {
      if (one.json) [child.before = '', child.after = ''] = pick(frames, random).split('…')
      else child.before = one.before + next(one, random)
    },
    () => {
      const at = Math.floor(random() * one.part.length)
      if (!one.json && one.part.length > 1) child.part = one.part.slice(0, at) + one.part.slice(at + 1)
    },
  ]
  pick(choices, random)()
  return child.part.length > 300 ? one : child
}

/** The text, at most `length` long but for what surrounds the parts. */
export function textOf({ before, part, after, length, json }: Repetition): string {
  const separated = json ? `${part},` : part
  const times = Math.max(1, Math.floor(length / Math.max(1, separated.length)))
  const parts = separated.repeat(times)
  return before + (json ? parts.slice(0, -1) : parts) + after
}

function joined({ json }: Repetition, one: string, other: string): string {
  return json ? `${one},${other}` : one + other
}

function next({ json }: Repetition, random: Random): string {
  return pick(json ? values : words, random)
}

export function pick<T>(list: readonly [T, ...T[]] | readonly T[], random: Random): T {
  const found = list[Math.floor(random() * list.length)]
  if (found === undefined) throw new Error('There is nothing to pick from.')
  return found
}
