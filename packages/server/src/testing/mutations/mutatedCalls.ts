import fc from 'fast-check'
import type { Args, Damage, MutatedCall } from './mutatedCall.ts'
import { oddNames, oddValues } from './oddValues.ts'

/** Calls that differ from a valid one in a few arguments, in their encoding or in their bytes. */
export function mutatedCalls(method: string, valid: Args, names: readonly string[]): fc.Arbitrary<MutatedCall> {
  const name = fc.constantFrom(...names, ...Object.keys(valid), ...oddNames)
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
      verb: rarely(20, 'POST', fc.constantFrom('GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD')),
      charset: rarely(
        6,
        '; charset=utf-8',
        fc.constantFrom('', '; charset=iso-8859-1', '; charset=', ';charset="x', '; charset=utf-16'),
      ),
      headers: rarely(10, {}, fc.dictionary(headerNames, headerValues, { maxKeys: 3 })),
      damage: rarely(4, [], fc.array(damages, { maxLength: 3 })),
    })
    .map(({ changes, ...rest }) => ({ method, args: changes.reduce(applyChange, structuredClone(valid)), ...rest }))
}

type Change =
  | { do: 'set' | 'add'; name: string; value: unknown }
  | { do: 'leave out'; name: string }
  | { do: 'set inside'; name: string; path: number[]; value: unknown }

function applyChange(args: Args, change: Change): Args {
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

/** Follows the path, a key number per level, and sets the value at its end. */
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

function rarely<T>(times: number, usual: T, rare: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.oneof({ arbitrary: fc.constant(usual), weight: times - 1 }, { arbitrary: rare, weight: 1 })
}
