import { describe, expect, test } from 'vitest'
import { uma } from '#testing/workspace/channels'
import { peopleFile as file } from '#testing/workspace/people'
import { expectRefusal, refusalRows, type Refusals } from '#testing/refusals/refusals'
import { createWorkspace } from '#testing/workspace/workspace'
import { info } from '#methods/users/info'
import { get } from './get.ts'

describe('users.profile.get', () => {
  test('[USR-1] returns the profile that users.info has, by default the caller’s own', async () => {
    const { call } = await createWorkspace({ file })
    const { user } = await call(info, { user: 'U1' })
    expect((await call(get, {}, uma)).profile).toEqual(user?.profile)
    expect((await call(get, { user: 'U2' }, uma)).profile).toMatchObject({ email: 'otto@one.example' })
    expect((await call(get, {})).profile).toMatchObject({ bot_id: 'B1' })
  })

  // One case for each declared error: the compiler asks for the missing ones.
  const refused: Refusals<typeof get> = { user_not_found: { args: { user: 'U9' }, detail: 'U9' } }
  test.each(refusalRows(refused))('refuses with %s', (error, call) => expectRefusal(get, error, { file, ...call }))
})
