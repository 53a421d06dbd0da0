import { describe, expect, test } from 'vitest'
import { create } from './create.ts'
import { updateApp } from './update.ts'
import { ana, configurationFile } from '#testing/workspace/appConfiguration'
import { expectRefusal, refusalRows, type Refusals } from '#testing/refusals/refusals'
import { createWorkspace } from '#testing/workspace/workspace'

const manifest = { display_information: { name: 'Owl' }, oauth_config: { scopes: { bot: ['chat:write'] } } }

describe('apps.manifest.update', () => {
  test('[APP-14] changes the manifest, and says whether the scopes have changed', async () => {
    const { call, store } = await createWorkspace({ file: configurationFile })
    const { app_id = '' } = await call(create, { manifest }, ana)
    const renamed = { ...manifest, display_information: { name: 'Great Owl' } }
    expect(await call(updateApp, { app_id, manifest: renamed }, ana)).toMatchObject({
      ok: true,
      app_id,
      permissions_updated: false,
    })
    const wider = { ...renamed, oauth_config: { scopes: { bot: ['chat:write', 'users:read'] } } }
    const answer = await call(updateApp, { app_id, manifest: JSON.stringify(wider) }, ana)
    expect(answer).toMatchObject({ ok: true, permissions_updated: true })
    const app = await store.db.selectFrom('apps').selectAll().where('id', '=', app_id).executeTakeFirstOrThrow()
    expect(app.manifest).toEqual(wider)
  })

  const refused: Refusals<typeof updateApp> = {
    app_not_found: { args: { app_id: 'A0NOPE', manifest }, file: configurationFile, ...ana, detail: 'A0NOPE' },
    no_permission: {
      args: { manifest },
      file: configurationFile,
      ...ana,
      prepare: async ({ store }) => {
        const { id } = await store.db.selectFrom('apps').select('id').executeTakeFirstOrThrow()
        return { app_id: id }
      },
      detail: 'not created in this team',
    },
    invalid_manifest: { args: { app_id: 'A1', manifest: {} }, file: configurationFile, ...ana, detail: 'is missing' },
  }
  test.each(refusalRows(refused))('[APP-14] refuses with %s', (error, call) => expectRefusal(updateApp, error, call))
})
