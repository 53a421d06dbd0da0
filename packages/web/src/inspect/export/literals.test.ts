import { runInThisContext } from 'node:vm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasHidden, toJs, toJsText, toPlainJson, toTemplatePart } from './literals.ts'

const hostile = [
  `it's "quoted" \\ and \\" and ends with \\`,
  '`${process.exit(1)}` $(id) `id` ${x}',
  '*/ // <!-- --> </script>',
  'line\nline\r\nline\u2028line\u2029\u0085',
  '\u001B[201~\u0015rm -rf ~\n\u0000\u007F',
  '\u202Eevil\u2066 \uFEFF \u200B \u{E0041} \uD800 👩‍👩‍👧',
]
const value = fc.oneof(
  fc.json().map((json): unknown => JSON.parse(json)),
  fc.constantFrom(...hostile),
)
const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string(), fc.constantFrom(...hostile))

test.each([
  ['JavaScript', toJs, evaluate],
  ['JSON', toPlainJson, JSON.parse],
])('%s of any value is that value, with nothing that a terminal obeys or an editor hides', (_, write, read) => {
  fc.assert(
    fc.property(fc.oneof(value, text), (given) => {
      const code = write(given)
      expect(hasHidden(code.replaceAll('\n', ''))).toBe(false)
      expect(read(code)).toEqual(given)
    }),
  )
})

test('texts in JavaScript stay on their line, in quotes and in templates', () => {
  fc.assert(
    fc.property(text, (given) => {
      for (const code of [toJsText(given), `\`${toTemplatePart(given)}\``]) {
        expect(code).not.toMatch(/[\n\r]/)
        expect(evaluate(code)).toBe(given)
      }
    }),
  )
})

test('a field called __proto__ stays a field', () => {
  const given: unknown = JSON.parse('{"__proto__":{"polluted":true},"a-b":1}')
  expect(evaluate(toJs(given))).toEqual(given)
  expect(Object.keys(Object(evaluate(toJs(given))))).toEqual(['__proto__', 'a-b'])
})

function evaluate(code: string): unknown {
  return runInThisContext(`(${code})`)
}
