import { expect, test } from 'vitest'
import { z } from 'zod'
import { describeIssues } from './issues.ts'

const schema = z.strictObject({
  password: z.string().min(8, 'A password has at least 8 characters.'),
  name: z.string().max(3),
  kind: z.enum(['bot', 'user']),
  deep: z.object({ count: z.number() }).optional(),
})
const right = { password: 'long enough', name: 'ana', kind: 'bot' }

test.each([
  [{ ...right, password: 'short' }, 'A password has at least 8 characters.'],
  [{ ...right, name: undefined }, '`name` is missing.'],
  [{ ...right, name: 7 }, '`name` needs to be text.'],
  [{ ...right, name: 'anna' }, '`name` has at most 3 characters.'],
  [{ ...right, kind: 'app' }, '`kind` needs to be "bot" or "user".'],
  [{ ...right, deep: { count: 'x' } }, '`deep.count` needs to be a number.'],
  [{ ...right, nam: 1 }, 'It has nothing called nam.'],
  [[], 'It needs to be an object of keys and values.'],
])('%j is explained in plain words', (value, words) => {
  expect(describeIssues(schema.safeParse(value).error?.issues ?? [])).toBe(words)
})
