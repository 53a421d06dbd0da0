import { describe, expect, test } from 'vitest'
import { list as listUsers } from '#methods/usergroups/users/list'
import { enable } from './enable.ts'
import { list } from './list.ts'
import { onBothDatabases } from '#testing/database/databases'
import { expectRefusal, refusalRows, type Refusals } from '#testing/refusals/refusals'
import { teamRefusalsFor, unknownGroup } from '#testing/refusals/usergroupRefusals'
import { peopleFile as file } from '#testing/workspace/people'
import { createWorkspace } from '#testing/workspace/workspace'
import { disable } from './disable.ts'

onBothDatabases('usergroups.disable', (open) => {
  test('[GRP-4] a group out of use is listed only on request, and comes back with its members', async () => {
    const { call } = await createWorkspace({ store: await open(), file })
    const { usergroup } = await call(disable, { usergroup: 'S1' })
    expect(usergroup).toMatchObject({ deleted_by: 'UBOT', users: ['U1', 'U2'] })
    expect(usergroup?.date_delete).toBeGreaterThan(0)
    expect((await call(list)).usergroups?.map(({ id }) => id)).toEqual(['S2'])
    expect((await call(list, { include_disabled: 1 })).usergroups).toHaveLength(2)
    expect((await call(listUsers, { usergroup: 'S1', include_disabled: true })).users).toEqual(['U1', 'U2'])
    expect((await call(enable, { usergroup: 'S1' })).usergroup).toMatchObject({ date_delete: 0, deleted_by: null })
    expect((await call(listUsers, { usergroup: 'S1' })).users).toEqual(['U1', 'U2'])
  })
})

describe('usergroups.disable', () => {
  // One case for each declared error: the compiler asks for the missing ones.
  const refused: Refusals<typeof disable> = {
    ...teamRefusalsFor({ usergroup: 'S1' }),
    ...unknownGroup(),
    already_disabled: {
      args: { usergroup: 'S1' },
      detail: 'S1',
      prepare: async ({ call }) => {
        await call(disable, { usergroup: 'S1' })
      },
    },
  }
  test.each(refusalRows(refused))('refuses with %s', (error, call) => expectRefusal(disable, error, { file, ...call }))
})
