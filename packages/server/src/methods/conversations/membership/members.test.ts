import { describe, expect, test } from 'vitest'
import { enterpriseFile } from '#testing/workspace/files'
import { refusalRows, expectRefusal, type Refusals } from '#testing/refusals/refusals'
import { createWorkspace } from '#testing/workspace/workspace'
import { members } from './members.ts'

describe('conversations.members', () => {
  test('lists people and bot users by id', async () => {
    const { call } = await createWorkspace()
    expect(await call(members, { channel: 'C0HELP' })).toEqual({
      ok: true,
      members: ['U0ANA', 'U0BEN', 'U0SCOUT'],
      response_metadata: { next_cursor: '' },
    })
  })

  test('goes page by page', async () => {
    const { call } = await createWorkspace()
    const first = await call(members, { channel: 'C0HELP', limit: 2 })
    expect(first.members).toEqual(['U0ANA', 'U0BEN'])
    const second = await call(members, { channel: 'C0HELP', limit: 2, cursor: first.response_metadata?.next_cursor })
    expect(second).toMatchObject({ members: ['U0SCOUT'], response_metadata: { next_cursor: '' } })
  })

  // One case for each declared error: the compiler asks for the missing ones.
  const refused: Refusals<typeof members> = {
    channel_not_found: { args: { channel: 'C0SECRET' }, detail: 'C0SECRET' },
    team_not_found: { args: { channel: 'general' }, token: 'xoxe-all', file: enterpriseFile(), detail: 'general' },
    invalid_cursor: { args: { channel: 'C0HELP', cursor: 'x' }, detail: '"cursor": "x"' },
    invalid_limit: { args: { channel: 'C0HELP', limit: '-1' }, detail: '"limit"' },
  }
  test.each(refusalRows(refused))('refuses with %s', (error, call) => expectRefusal(members, error, call))
})
