import { describe, test } from 'vitest'
import { expectRefusal, refusalRows, type Refusals } from '#testing/refusals/refusals'
import { teamRefusalsFor, unknownGroup } from '#testing/refusals/usergroupRefusals'
import { peopleFile as file } from '#testing/workspace/people'
import { enable } from './enable.ts'

describe('usergroups.enable', () => {
  // One case for each declared error: the compiler asks for the missing ones.
  const refused: Refusals<typeof enable> = {
    ...teamRefusalsFor({ usergroup: 'S1' }),
    ...unknownGroup(),
    already_enabled: { args: { usergroup: 'S1' }, detail: 'S1' },
  }
  test.each(refusalRows(refused))('refuses with %s', (error, call) => expectRefusal(enable, error, { file, ...call }))
})
