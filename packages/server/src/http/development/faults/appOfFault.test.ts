import { expect, test } from 'vitest'
import { startServer } from '#testing/server/server'
import { scoutFile } from '#testing/workspace/scout'
import { twoTeamsFile } from '#testing/workspace/twoTeams'

const outline = {
  people: ['ana'],
  apps: [{ display_information: { name: 'Scout' } }, { display_information: { name: 'Lone' } }],
}

async function startFaulty(file: string) {
  const server = await startServer({ file })
  const inject = (more: object) => server.request('POST', '/control/faults', { fault: 'event', how: 'twice', ...more })
  return {
    ...server,
    inject,
    make: async () => (await server.request('POST', '/control/workspaces', outline)).body,
    apps: async () => {
      const { faults } = (await server.request('GET', '/control/faults')).body
      return faults.map(({ app, team }: { app?: string; team?: string }) => [app, team])
    },
  }
}

test('[WSP-1] a fault that names an app and no team does not mean an app of a workspace for a test', async () => {
  const { make, inject, apps } = await startFaulty(scoutFile({ events: [] }))
  const made = await make()
  const [lone, scout] = made.apps.map(({ id }: { id: string }) => id)

  await inject({ app: 'scout' })
  const refused = await inject({ app: 'Lone' })
  await inject({ app: 'Lone', team: made.team.id })
  await inject({ app: 'scout', team: made.team.domain })
  await inject({ app: scout })

  expect(refused).toMatchObject({ status: 400, body: { error: 'app_not_found' } })
  expect(await apps()).toEqual(['A0SCOUT', lone, scout, scout].map((app) => [app, undefined]))
})

test('a fault is refused that names an app of several teams, a team that is not there, or a team alone', async () => {
  const apps = ['A', 'B'].map((twin) => ({
    id: `A0ECHO${twin}`,
    manifest: { display_information: { name: 'Echo' } },
    installed_in: [`T0${twin}`],
  }))
  const server = await startFaulty(twoTeamsFile({ scopes: [], apps }))
  const echo = await server.inject({ app: 'echo' })
  expect(echo).toMatchObject({ status: 400, body: { error: 'app_not_found' } })
  expect(echo.body['detail']).toBe(
    'Apps of several teams are called "echo": name the `team`, or one by its id, A0ECHOA, A0ECHOB.',
  )
  expect(await server.inject({ app: 'echo', team: 'T0NONE' })).toMatchObject({ body: { error: 'team_not_found' } })
  expect(await server.inject({ team: 'T0B' })).toMatchObject({ body: { error: 'invalid_arguments' } })
  await server.inject({ app: 'echo', team: 'T0B' })
  expect(await server.apps()).toEqual([['A0ECHOB', undefined]])
})
