import { describe, expect, test } from 'vitest'
import { enterpriseFile } from '#testing/workspace/files'
import { refusalRows, expectRefusal, type Refusals } from '#testing/refusals/refusals'
import { createWorkspace } from '#testing/workspace/workspace'
import { open } from './open.ts'

describe('conversations.open', () => {
  test('returns the existing direct message', async () => {
    const { call, countRows } = await createWorkspace()
    const before = await countRows()
    expect(await call(open, { users: 'U0ANA' })).toEqual({
      ok: true,
      channel: { id: 'D0ANASCOUT' },
      no_op: true,
      already_open: true,
    })
    expect(await call(open, { channel: 'D0ANASCOUT' })).toMatchObject({ ok: true, channel: { id: 'D0ANASCOUT' } })
    expect(await countRows()).toBe(before)
  })

  test('opens a new one, once', async () => {
    const { call } = await createWorkspace()
    const first = await call(open, { users: 'U0BEN', return_im: true })
    expect(first).toEqual({ ok: true, channel: { id: expect.stringMatching(/^D/) } })
    expect(await call(open, { users: 'U0BEN' })).toMatchObject({ channel: first.channel, already_open: true })
  })

  test('opens a direct message with oneself, and confuses it with no other', async () => {
    const { call } = await createWorkspace()
    const own = await call(open, { users: 'U0SCOUT' })
    expect(own).toEqual({ ok: true, channel: { id: expect.stringMatching(/^D/) } })
    expect(await call(open, { users: 'U0SCOUT' })).toMatchObject({ channel: own.channel, already_open: true })
    expect(await call(open, { users: 'U0ANA' })).toMatchObject({ channel: { id: 'D0ANASCOUT' } })
  })

  // One case for each declared error: the compiler asks for the missing ones.
  const refused: Refusals<typeof open> = {
    channel_not_found: { args: { channel: 'D0NOPE' }, detail: 'D0NOPE' },
    team_not_found: { args: { channel: 'general' }, token: 'xoxe-all', file: enterpriseFile(), detail: 'general' },
    user_not_found: { args: { users: 'U0GONE' }, detail: 'U0GONE' },
    too_many_users: { args: { users: 'U0ANA,U0BEN' }, detail: 'one person' },
  }
  test.each(refusalRows(refused))('refuses with %s, and opens nothing', (error, call) =>
    expectRefusal(open, error, call),
  )

  test('refuses a call that names nobody: invalid_arguments', () =>
    expectRefusal(open, 'invalid_arguments', { args: {}, detail: '`users` or `channel`' }))
})
