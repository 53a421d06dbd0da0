import { describe, expect, onTestFinished, test } from 'vitest'
import { exchangeCode } from '#domain/oauth/exchangeCode'
import type { Tx } from '#store/db'
import { createOAuthCode } from '#testing/apps/oauthCodes'
import { sharedSchema } from '#testing/database/databases'
import { postgres } from '#testing/database/postgres'
import { holdWrite } from '#testing/transactions/holdWrite'
import { loadAcme } from '#testing/workspace/domain'
import { installManifest } from './install.ts'
import { deleteOwnApp } from './ownApp.ts'

const manifest = { display_information: { name: 'Heron' } }

describe.skipIf(!postgres)('an app that is deleted at the moment', () => {
  test('[APP-14] in which another team installs it is uninstalled there', async () => {
    const { store, remove, install, listInstallations } = await createScene()
    const installing = await holdWrite(store, install)
    const removing = store.write(remove)
    expect(await installing.keepsWaiting(removing)).toBe(true)
    await Promise.all([installing.release(), removing])
    expect(await listInstallations()).toEqual([])
  })

  test('[APP-14] before another team installs it is not installed there', async () => {
    const { store, remove, install, listInstallations } = await createScene()
    const removing = await holdWrite(store, remove)
    const installing = store.write(install)
    const refused = expect(installing).rejects.toMatchObject({ code: 'invalid_client_id' })
    expect(await removing.keepsWaiting(installing)).toBe(true)
    await Promise.all([removing.release(), refused])
    expect(await listInstallations()).toEqual([])
  })
})

/** An app that was made in one team, and that a person of another one has agreed to install. */
async function createScene() {
  const { open, close } = sharedSchema(postgres ?? '')
  onTestFinished(close)
  const { store } = await loadAcme(open)
  const { app } = await store.write((tx) => installManifest(tx, manifest, { teamId: 'T0ACME', installedBy: undefined }))
  const { code } = await createOAuthCode({ store, team: 'T0STRICT', user: 'U0STRICT', app: app.id })
  const installations = store.db.selectFrom('installations').select('team_id').where('app_id', '=', app.id)
  return {
    store,
    remove: (tx: Tx) => deleteOwnApp(tx, 'T0ACME', app.id),
    install: (tx: Tx) => exchangeCode(tx, app, code, undefined, { isProven: true, verifier: undefined }),
    listInstallations: () => installations.execute(),
  }
}
