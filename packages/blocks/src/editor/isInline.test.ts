import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inline } from '#schema/richText'
import { anyInline } from '#testing/anyRichText'
import { isInline } from './isInline.ts'

const shapes = inline.options.map(({ shape }) => shape)
const types = shapes.flatMap(({ type }): string[] => [...type.values])
const names = [...new Set(shapes.flatMap((shape) => Object.keys(shape))), 'nope', '__proto__']
const flagNames = 'bold italic strike underline code highlight client_highlight unlink nope'.split(' ')
const texts = ['', 'a', 'U1', 'W2', 'S1', 'C1', 'D2', 'u1', 'here', 'hereafter', '#fff', 'fff', '123456', 'a\nU1']
const others = [0, 1, 6, 7, -1, 1.5, 2 ** 60, Number.NaN, true, false, null, undefined, [], [1], {}, { bold: 1 }]
const styles = flagNames.map((name) => ({ [name]: true }))
const values: unknown[] = [...texts, '👋'.repeat(3000), 'x'.repeat(3001), ...others, ...styles]
const bySchema = (value: unknown) => inline.safeParse(value).success

test('[RT-12] every field of every inline element is tested as its schema does', () => {
  const valid = fc.sample(anyInline, { numRuns: 300, seed: 1 })
  let accepted = 0
  for (const type of types) {
    const base = valid.find((one) => one.type === type) ?? { type }
    for (const name of names)
      for (const value of values) {
        const given = { ...base, [name]: value }
        if (isInline(given) !== bySchema(given)) expect.unreachable(JSON.stringify(given))
        if (isInline(given)) accepted++
      }
  }
  expect(accepted).toBeGreaterThan(1000)
})

test('[RT-12] an inline element is one exactly if its schema says so', () => {
  const changes = fc.dictionary(fc.constantFrom(...names), fc.constantFrom(...values), { maxKeys: 2 })
  fc.assert(
    fc.property(anyInline, changes, fc.subarray(names), (element, changed, dropped) => {
      const given = Object.fromEntries(
        Object.entries({ ...element, ...changed }).filter(([name]) => !dropped.includes(name)),
      )
      expect(isInline(given)).toBe(bySchema(given))
    }),
    { numRuns: 500 },
  )
  for (const value of [...values, { type: 'nope' }, { type: 1 }]) expect(isInline(value)).toBe(bySchema(value))
})
