import { describe, expect, test } from 'vitest'
import { issueToken } from '#domain/access/tokens'
import { validate } from '#methods/blocks/validate'
import { create } from './create.ts'
import { deleteApp } from './delete.ts'
import { ana, configurationFile } from '#testing/workspace/appConfiguration'
import { expectRefusal, refusalRows, type Refusals } from '#testing/refusals/refusals'
import { createWorkspace } from '#testing/workspace/workspace'

const manifest = { display_information: { name: 'Owl' } }

describe('apps.manifest.delete', () => {
  test('[APP-14] deletes the app and its installations', async () => {
    const { call, store } = await createWorkspace({ file: configurationFile })
    const { app_id = '' } = await call(create, { manifest }, ana)
    await store.write((tx) =>
      tx.insertInto('installations').values({ app_id, team_id: 'T0A', installed_by: null }).execute(),
    )
    expect(await call(deleteApp, { app_id }, ana)).toMatchObject({ ok: true })
    const installed = await store.db.selectFrom('installations').selectAll().where('app_id', '=', app_id).execute()
    expect(installed).toEqual([])
    expect(await call(deleteApp, { app_id }, ana)).toMatchObject({ error: 'app_not_found' })
  })

  test('[APP-14] ends the tokens of an app that is installed nowhere', async () => {
    const { call, store } = await createWorkspace({ file: configurationFile })
    const { app_id = '' } = await call(create, { manifest }, ana)
    const token = await store.write((tx) => issueToken(tx, { kind: 'app', app: app_id, scopes: [] }))
    expect(await call(validate, { blocks: [] }, { token })).toMatchObject({ ok: true })
    await call(deleteApp, { app_id }, ana)
    expect(await call(validate, { blocks: [] }, { token })).toMatchObject({ error: 'token_revoked' })
  })

  const refused: Refusals<typeof deleteApp> = {
    app_not_found: { args: { app_id: 'A0NOPE' }, file: configurationFile, ...ana, detail: 'A0NOPE' },
    no_permission: {
      args: {},
      file: configurationFile,
      ...ana,
      prepare: async ({ store }) => {
        const { id } = await store.db.selectFrom('apps').select('id').executeTakeFirstOrThrow()
        return { app_id: id }
      },
      detail: 'not created in this team',
    },
  }
  test.each(refusalRows(refused))('[APP-14] refuses with %s', (error, call) => expectRefusal(deleteApp, error, call))
})
