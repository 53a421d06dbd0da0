import { describe, expect, test } from 'vitest'
import { createWorkspace } from '#testing/workspace/workspace'
import { test as apiTest } from './test.ts'

describe('api.test', () => {
  test('returns its arguments, without a token', async () => {
    const { call } = await createWorkspace()

    const answer = await call(apiTest, { foo: 'bar', n: 1 }, { token: 'none' })

    expect(answer).toEqual({ ok: true, args: { foo: 'bar', n: 1 } })
  })

  // One case for each declared error: the compiler asks for the missing ones.
  const refused: Record<keyof typeof apiTest.errors, object> = { any: { error: 'my_error', foo: 'bar' } }

  test.each(Object.entries(refused))('[ENV-1] answers the error it is given: %s', async (_any, args) => {
    const { call, countRows } = await createWorkspace()
    const before = await countRows()

    const answer = await call(apiTest, args, { token: 'none' })

    expect(answer).toMatchObject({ ok: false, error: 'my_error', detail: 'The call asked for this error.', args })
    expect(await countRows()).toBe(before)
  })
})
