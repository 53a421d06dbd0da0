import { describe, expect, test } from 'vitest'
import { onBothDatabases } from '#testing/database/databases'
import { expectRefusal, refusalRows, type Refusals } from '#testing/refusals/refusals'
import { teamRefusalsFor, unknownGroup } from '#testing/refusals/usergroupRefusals'
import { peopleFile as file } from '#testing/workspace/people'
import { createWorkspace } from '#testing/workspace/workspace'
import { update } from './update.ts'

onBothDatabases('usergroups.users.update', (open) => {
  test('[GRP-5] the members are replaced, and repeating that changes nothing', async () => {
    const { call, countRows } = await createWorkspace({ store: await open(), file })
    const args = { usergroup: 'S1', users: 'U3, U2,U3', include_count: 1 }
    expect((await call(update, args)).usergroup).toMatchObject({ users: ['U3', 'U2'], user_count: 2 })
    const before = await countRows()
    await call(update, args)
    expect(await countRows()).toBe(before)
  })
})

describe('usergroups.users.update', () => {
  // One case for each declared error: the compiler asks for the missing ones.
  const refused: Refusals<typeof update> = {
    ...teamRefusalsFor({ usergroup: 'S1', users: 'U1' }),
    ...unknownGroup({ users: 'U1' }),
    no_users_provided: { args: { usergroup: 'S1', users: ' ,' }, detail: 'users' },
    invalid_users: { args: { usergroup: 'S1', users: 'U1,UBOT' }, detail: 'UBOT' },
  }
  test.each(refusalRows(refused))('refuses with %s', (error, call) => expectRefusal(update, error, { file, ...call }))

  test.each(['U4', 'U9', 'U404'])('[GRP-5] %s cannot be a member', (user) =>
    expectRefusal(update, 'invalid_users', { file, args: { usergroup: 'S1', users: user }, detail: user }),
  )
})
