import { describe, expect, test } from 'vitest'
import { onBothDatabases } from '#testing/database/databases'
import { expectRefusal, refusalRows, type Refusals } from '#testing/refusals/refusals'
import { teamRefusalsFor } from '#testing/refusals/usergroupRefusals'
import { org } from '#testing/workspace/channels'
import { peopleFile as file } from '#testing/workspace/people'
import { createWorkspace } from '#testing/workspace/workspace'
import { list } from './list.ts'

onBothDatabases('usergroups.list', (open) => {
  test('[GRP-1] are listed by handle, with members and their number if asked', async () => {
    const { call } = await createWorkspace({ store: await open(), file })
    const { usergroups = [] } = await call(list, {})
    expect(usergroups.map(({ id, handle }) => [id, handle])).toEqual([
      ['S2', 'design'],
      ['S1', 'ops'],
    ])
    expect(usergroups[0]).not.toHaveProperty('users')
    expect(usergroups[0]).not.toHaveProperty('user_count')
    const full = await call(list, { include_users: '1', include_count: true, team_id: 'T1' }, org)
    expect(full.usergroups?.[1]).toMatchObject({ team_id: 'T1', users: ['U1', 'U2'], user_count: 2, date_delete: 0 })
  })
})

describe('usergroups.list', () => {
  // One case for each declared error: the compiler asks for the missing ones.
  const refused: Refusals<typeof list> = {
    ...teamRefusalsFor({}),
    invalid_cursor: { args: { cursor: 'x' }, detail: '"cursor": "x"' },
  }
  test.each(refusalRows(refused))('refuses with %s', (error, call) => expectRefusal(list, error, { file, ...call }))
})
