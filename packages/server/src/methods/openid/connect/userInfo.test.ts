import { describe, expect, test } from 'vitest'
import { issueToken } from '#domain/access/tokens'
import { expectRefusal, refusalRows, type Refusals } from '#testing/refusals/refusals'
import { createWorkspace } from '#testing/workspace/workspace'
import { userInfo } from './userInfo.ts'

describe('openid.connect.userInfo', () => {
  test.each([
    [['openid'], []],
    [['openid', 'email'], ['email']],
    [
      ['openid', 'profile'],
      ['name', 'picture', 'locale'],
    ],
  ])('[APP-20] with %j it has %j', async (scopes, names) => {
    const { call, store } = await createWorkspace()
    const kind = 'user' as const
    const token = await store.write((tx) =>
      issueToken(tx, { kind, app: 'A0SCOUT', team: 'T0ACME', user: 'U0ANA', scopes }),
    )
    const answer = await call(userInfo, {}, { token })
    expect(answer).toMatchObject({ sub: 'U0ANA', 'https://slack.com/user_id': 'U0ANA' })
    const optional = ['email', 'name', 'picture', 'locale']
    expect(
      Object.keys(answer)
        .filter((name) => optional.includes(name))
        .toSorted(),
    ).toEqual(names.toSorted())
  })

  // One case for each declared error: the compiler asks for the missing ones.
  const refused: Refusals<typeof userInfo> = {}
  test.skipIf(refusalRows(refused).length === 0).each(refusalRows(refused))('refuses with %s', (error, call) =>
    expectRefusal(userInfo, error, call),
  )
})
