import { describe, expect, test } from 'vitest'
import { refusalRows, expectRefusal, type Refusals } from '#testing/refusals/refusals'
import { org, channelsFile } from '#testing/workspace/channels'
import { createWorkspace } from '#testing/workspace/workspace'
import { lookupByEmail } from './lookupByEmail.ts'

describe('users.lookupByEmail', () => {
  test.each([
    ['uma@one.example', 'U1'],
    ['UMA@One.Example ', 'U1'],
    ['otto@one.example', 'U2'],
  ])('finds the person with %j', async (email, id) => {
    const { call } = await createWorkspace({ file: channelsFile })
    const { user } = await call(lookupByEmail, { email }, { as: 'form' })
    expect(user).toMatchObject({ id, profile: { email: expect.stringMatching(/@one\.example$/) } })
  })

  test('may be called with GET, as clients do', async () => {
    const { send } = await createWorkspace({ file: channelsFile })
    const headers = { authorization: 'Bearer xoxb-acme-scout' }
    const { body } = await send('users.lookupByEmail?email=otto%40one.example', { headers })
    expect(body).toMatchObject({ ok: true, user: { id: 'U2' } })
  })

  test('needs the scope for addresses', () =>
    expectRefusal(lookupByEmail, 'missing_scope', {
      args: { email: 'otto@one.example' },
      file: channelsFile,
      token: 'xoxb-bare',
      detail: 'users:read.email',
    }))

  // One case for each declared error: the compiler asks for the missing ones.
  const refused: Refusals<typeof lookupByEmail> = {
    missing_argument: { args: { email: 'otto@one.example' }, ...org, detail: '`team_id`' },
    team_not_found: { args: { email: 'otto@one.example', team_id: 'T2' }, ...org, detail: '"T2"' },
    users_not_found: { args: { email: 'nobody@one.example' }, detail: '"nobody@one.example"' },
  }
  test.each(refusalRows(refused))('refuses with %s', (error, call) =>
    expectRefusal(lookupByEmail, error, { file: channelsFile, ...call }),
  )

  test('does not find a deleted person', () =>
    expectRefusal(lookupByEmail, 'users_not_found', {
      args: { email: 'gone@one.example' },
      file: channelsFile,
      detail: 'gone',
    }))
})
