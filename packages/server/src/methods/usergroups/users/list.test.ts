import { describe, test } from 'vitest'
import { disable } from '#methods/usergroups/disable'
import { expectRefusal, refusalRows, type Refusals } from '#testing/refusals/refusals'
import { teamRefusalsFor, unknownGroup } from '#testing/refusals/usergroupRefusals'
import { peopleFile as file } from '#testing/workspace/people'
import { list } from './list.ts'

describe('usergroups.users.list', () => {
  // One case for each declared error: the compiler asks for the missing ones.
  const refused: Refusals<typeof list> = {
    ...teamRefusalsFor({ usergroup: 'S1' }),
    ...unknownGroup(),
  }
  test.each(refusalRows(refused))('refuses with %s', (error, call) => expectRefusal(list, error, { file, ...call }))

  test('[GRP-4] a group out of use has no members for whom does not ask for it', () =>
    expectRefusal(list, 'no_such_subteam', {
      file,
      args: { usergroup: 'S1' },
      detail: 'S1',
      prepare: async ({ call }) => {
        await call(disable, { usergroup: 'S1' })
      },
    }))
})
