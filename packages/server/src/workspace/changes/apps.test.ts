import { expect, onTestFinished, test } from 'vitest'
import { installManifest } from '#domain/apps/install'
import { deleteOwnApp } from '#domain/apps/ownApp'
import { sharedSchema } from '#testing/database/databases'
import { postgres } from '#testing/database/postgres'
import { holdWrite } from '#testing/transactions/holdWrite'
import { loadAcme } from '#testing/workspace/domain'
import { parseWorkspace } from '#workspace/file'
import { appChanges } from './apps.ts'

test.skipIf(!postgres)(
  '[APP-14] an app that was removed is not installed, also if that happens at the moment',
  async () => {
    const { open, close } = sharedSchema(postgres ?? '')
    onTestFinished(close)
    const { store } = await loadAcme(open)
    const manifest = { display_information: { name: 'Heron' } }
    const { app } = await store.write((tx) =>
      installManifest(tx, manifest, { teamId: 'T0ACME', installedBy: undefined }),
    )
    const text = JSON.stringify({
      version: 1,
      teams: [{ id: 'T0STRICT', name: 'Strict', domain: 'strict' }],
      apps: [{ id: app.id, manifest, installed_in: [{ team: 'T0STRICT' }] }],
    })
    const file = parseWorkspace(text, 'workspace.yaml')
    const changes = await appChanges(store.db, file)
    expect(changes.map(({ words }) => words)).toEqual(['installed in T0STRICT'])

    const removing = await holdWrite(store, (tx) => deleteOwnApp(tx, 'T0ACME', app.id))
    const installing = store.write((tx) => changes[0]!.apply(tx))
    const refused = expect(installing).rejects.toMatchObject({ code: 'app_not_found' })
    expect(await removing.keepsWaiting(installing)).toBe(true)
    await Promise.all([removing.release(), refused])
    const installations = store.db.selectFrom('installations').select('team_id').where('app_id', '=', app.id)
    expect(await installations.execute()).toEqual([])
    expect(await appChanges(store.db, file)).toEqual([])
  },
)
