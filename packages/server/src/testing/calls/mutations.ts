import fc from 'fast-check'

export type Args = Record<string, unknown>

/** A request of the Web API before it becomes bytes. */
export interface Sent {
  method: string
  verb: string
  args: Args
  as: 'json' | 'form' | 'multipart' | 'text' | 'query'
  charset: string
  headers: Record<string, string>
  /** What is done to its bytes in the end. */
  damage: Damage[]
}

type Damage = { at: number; do: 'cut' | 'flip' | 'insert' | 'repeat'; bytes: Uint8Array }

const oddNames = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'token',
  'é',
  '',
  'a[]',
  'a[0]',
  'a.b',
]

/** Values that are seldom thought of. */
const oddTexts = ['', ' ', '\0', '0', '-1', 'null', 'true', '[]', '{}', '[[[[', '"', '%', '%00', '\uD800', '🤔', '<b>']
const oddIds = ['C0GENERAL', 'D0', 'U0', '1767225600.000100', '1767225600', '0.0', '9'.repeat(40), 'x'.repeat(12_001)]
const oddNumbers = [0, -0, -1, 1e21, Number.MAX_SAFE_INTEGER + 2, 0.1]
const oddThings: unknown[] = [
  null,
  true,
  false,
  [],
  {},
  [null],
  [[]],
  { a: { b: {} } },
  { toString: 1 },
  { length: -1 },
]
const pollution = ['{"__proto__":{"polluted":true}}', '{"constructor":{"prototype":{"polluted":true}}}', '{"then":"x"}']
const oddValues: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    ...oddTexts,
    ...oddIds,
    ...oddNumbers,
    ...oddThings,
    ...pollution.map((json) => JSON.parse(json)),
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ maxLength: 300 }),
  fc.double(),
  fc.jsonValue({ maxDepth: 4 }),
  fc.nat({ max: 80 }).map((depth) => nested(depth)),
)

/** Requests near a good one: something of it is changed, or nothing. */
export function near(method: string, good: Args, names: readonly string[]): fc.Arbitrary<Sent> {
  const name = fc.constantFrom(...names, ...Object.keys(good), ...oddNames)
  const change = fc.oneof(
    fc.record({ do: fc.constant('set' as const), name, value: oddValues }),
    fc.record({ do: fc.constant('leave out' as const), name }),
    fc.record({
      do: fc.constant('set inside' as const),
      name,
      path: fc.array(fc.nat({ max: 5 }), { maxLength: 6 }),
      value: oddValues,
    }),
    fc.record({ do: fc.constant('add' as const), name: fc.string({ maxLength: 300 }), value: oddValues }),
  )
  return fc
    .record({
      changes: fc.array(change, { maxLength: 4 }),
      as: fc.constantFrom(...(['json', 'json', 'form', 'form', 'multipart', 'text', 'query'] as const)),
      verb: oneIn(20, 'POST', fc.constantFrom('GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD')),
      charset: oneIn(
        6,
        '; charset=utf-8',
        fc.constantFrom('', '; charset=iso-8859-1', '; charset=', ';charset="x', '; charset=utf-16'),
      ),
      headers: oneIn(10, {}, fc.dictionary(headerNames, headerValues, { maxKeys: 3 })),
      damage: oneIn(4, [], fc.array(damages, { maxLength: 3 })),
    })
    .map(({ changes, ...rest }) => ({ method, args: changes.reduce(changed, structuredClone(good)), ...rest }))
}

type Change =
  | { do: 'set' | 'add'; name: string; value: unknown }
  | { do: 'leave out'; name: string }
  | { do: 'set inside'; name: string; path: number[]; value: unknown }

function changed(args: Args, change: Change): Args {
  if (change.do === 'leave out')
    return Object.fromEntries(Object.entries(args).filter(([name]) => name !== change.name))
  const value = change.do === 'set inside' ? setInside(args[change.name], change.path, change.value) : change.value
  return Object.defineProperty({ ...args }, change.name, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  })
}

/** Goes down by the how-many-th key each time, and puts the value where it arrives. */
function setInside(into: unknown, [first, ...rest]: number[], value: unknown): unknown {
  if (first === undefined || typeof into !== 'object' || into === null) return value
  const copy: unknown = structuredClone(into)
  const keys = Object.keys(Object(copy))
  const key = keys[first % Math.max(keys.length, 1)]
  if (key !== undefined) Reflect.set(Object(copy), key, setInside(Reflect.get(Object(copy), key), rest, value))
  return copy
}

const headerNames = fc.constantFrom(
  'content-encoding',
  'x-request-id',
  'x-forwarded-for',
  'cookie',
  'origin',
  'accept',
  'expect-nothing',
)
const headerValues = fc.string({ unit: fc.constantFrom(...'abcXYZ019 -_.,;="/*%'), maxLength: 60 })
const damages: fc.Arbitrary<Damage> = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  do: fc.constantFrom(...(['cut', 'flip', 'insert', 'repeat'] as const)),
  bytes: fc.uint8Array({ maxLength: 12 }),
})

function oneIn<T>(times: number, usual: T, seldom: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.oneof({ arbitrary: fc.constant(usual), weight: times - 1 }, { arbitrary: seldom, weight: 1 })
}

function nested(depth: number): unknown {
  let value: unknown = 'x'
  for (let i = 0; i < depth; i++) value = i % 2 === 0 ? [value] : { a: value }
  return value
}

/** The request as it travels. */
export function encoded({ method, verb, args, as, charset, headers, damage }: Sent) {
  const inQuery = as === 'query' || verb === 'GET' || verb === 'HEAD'
  const { type, body } = inQuery ? { type: undefined, body: undefined } : bodyOf(as, args)
  const path = inQuery ? `${method}?${formOf(args).slice(0, 8000)}` : method
  const sent = body && damage.reduce(damaged, Buffer.from(body))
  return {
    path,
    method: verb,
    headers: { ...headers, ...(type ? { 'content-type': type + (type.startsWith('multipart') ? '' : charset) } : {}) },
    body: sent,
  }
}

function bodyOf(as: Sent['as'], args: Args): { type: string; body: string } {
  if (as === 'form') return { type: 'application/x-www-form-urlencoded', body: formOf(args) }
  if (as === 'multipart') {
    const parts = Object.entries(args).map(
      ([name, value]) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${textOf(value)}\r\n`,
    )
    return { type: 'multipart/form-data; boundary=b', body: `${parts.join('')}--b--\r\n` }
  }
  return { type: as === 'json' ? 'application/json' : 'text/plain', body: JSON.stringify(args) }
}

function formOf(args: Args): string {
  return Object.entries(args)
    .map(
      ([name, value]) =>
        `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(textOf(value).toWellFormed())}`,
    )
    .join('&')
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

function damaged(body: Buffer, damage: Damage): Buffer {
  const at = Math.floor(damage.at * body.length)
  const [before, after] = [body.subarray(0, at), body.subarray(at)]
  if (damage.do === 'cut') return before
  if (damage.do === 'insert') return Buffer.concat([before, damage.bytes, after])
  if (damage.do === 'repeat') return Buffer.concat([before, after.subarray(0, 200), after])
  const copy = Buffer.from(body)
  for (const [i, byte] of damage.bytes.entries()) if (at + i < copy.length) copy[at + i] = byte
  return copy
}
