import { expect, test } from 'vitest'
import { peopleFile as file } from '#testing/workspace/people'
import { createWorkspace } from '#testing/workspace/workspace'
import { get } from './get.ts'

test('[USR-9] team.profile.get answers that a team has no fields of its own', async () => {
  const { call } = await createWorkspace({ file })
  const nothing = { ok: true, profile: { fields: [], sections: [] } }
  expect(await call(get)).toEqual(nothing)
  expect(await call(get, { visibility: 'hidden' })).toEqual(nothing)
  expect(await call(get, { visibility: 'some' })).toMatchObject({ error: 'invalid_arguments' })
})
