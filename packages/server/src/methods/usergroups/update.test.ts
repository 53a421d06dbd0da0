import { describe, expect, test } from 'vitest'
import { onBothDatabases } from '#testing/database/databases'
import { expectRefusal, refusalRows, type Refusals } from '#testing/refusals/refusals'
import { factRefusals, teamRefusalsFor, unknownGroup } from '#testing/refusals/usergroupRefusals'
import { peopleFile as file } from '#testing/workspace/people'
import { createWorkspace } from '#testing/workspace/workspace'
import { update } from './update.ts'

onBothDatabases('usergroups.update', (open) => {
  test('[GRP-3] an update changes what is given', async () => {
    const { call } = await createWorkspace({ store: await open(), file })
    const { usergroup } = await call(update, { usergroup: 'S1', description: 'Night and day' })
    expect(usergroup).toMatchObject({
      name: 'Operations',
      handle: 'ops',
      description: 'Night and day',
      updated_by: 'UBOT',
    })
    const renamed = await call(update, { usergroup: 'S1', name: 'Ops', handle: 'ops' })
    expect(renamed.usergroup).toMatchObject({ name: 'Ops', handle: 'ops', description: 'Night and day' })
  })
})

describe('usergroups.update', () => {
  // One case for each declared error: the compiler asks for the missing ones.
  const refused: Refusals<typeof update> = {
    ...teamRefusalsFor({ usergroup: 'S1' }),
    ...unknownGroup(),
    ...factRefusals({ usergroup: 'S1' }),
  }
  test.each(refusalRows(refused))('refuses with %s', (error, call) => expectRefusal(update, error, { file, ...call }))
})
