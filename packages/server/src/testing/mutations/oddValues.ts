import fc from 'fast-check'

/** Argument names that parsers and objects treat specially. */
export const oddNames = [
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

export const oddTexts = [
  '',
  ' ',
  '\0',
  '0',
  '-1',
  'null',
  'true',
  '[]',
  '{}',
  '[[[[',
  '"',
  '%',
  '%00',
  '\uD800',
  '🤔',
  '<b>',
]
const oddIds = ['C0GENERAL', 'D0', 'U0', '1767225600.000100', '1767225600', '0.0', '9'.repeat(40), 'x'.repeat(12_001)]
const oddNumbers = [0, -0, -1, 1e21, Number.MAX_SAFE_INTEGER + 2, 0.1]
const oddJson: unknown[] = [null, true, false, [], {}, [null], [[]], { a: { b: {} } }, { toString: 1 }, { length: -1 }]
const pollution = ['{"__proto__":{"polluted":true}}', '{"constructor":{"prototype":{"polluted":true}}}', '{"then":"x"}']
/** Values that callers rarely send. */
export const oddValues: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    ...oddTexts,
    ...oddIds,
    ...oddNumbers,
    ...oddJson,
    ...pollution.map((json) => JSON.parse(json)),
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ maxLength: 300 }),
  fc.double(),
  fc.jsonValue({ maxDepth: 4 }),
  fc.nat({ max: 80 }).map((depth) => nested(depth)),
)

function nested(depth: number): unknown {
  let value: unknown = 'x'
  for (let i = 0; i < depth; i++) value = i % 2 === 0 ? [value] : { a: value }
  return value
}
