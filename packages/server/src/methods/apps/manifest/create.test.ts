import { describe, expect, test } from 'vitest'
import { ana, anaReads, configurationFile } from '#testing/workspace/appConfiguration'
import { refusalRows, expectRefusal, type Refusals } from '#testing/refusals/refusals'
import { createWorkspace } from '#testing/workspace/workspace'
import { create } from './create.ts'

describe('apps.manifest.create', () => {
  test('[APP-9] creates an app without installing it, and says where to install it', async () => {
    const { call, store, url, api } = await createWorkspace({ file: configurationFile })
    const manifest = { display_information: { name: 'Scout' }, oauth_config: { scopes: { bot: ['chat:write'] } } }

    const answer = await call(create, { manifest }, ana)

    expect(answer).toMatchObject({ ok: true, team_id: 'T0A', team_domain: 'acme' })
    const { credentials, app_id: id = '' } = answer
    const app = await store.db.selectFrom('apps').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(app).toMatchObject({ manifest, made_in: 'T0A', client_id: credentials?.client_id, removed: false })
    const address = new URL(answer.oauth_authorize_url ?? '')
    expect(address.origin + address.pathname).toBe(`${url}/oauth/v2/authorize`)
    expect(Object.fromEntries(address.searchParams)).toEqual({ client_id: app.client_id, scope: 'chat:write' })
    const installed = await store.db.selectFrom('installations').selectAll().where('app_id', '=', id).execute()
    expect(installed).toEqual([])
    expect(JSON.stringify(api.journal?.after(0))).not.toContain(credentials?.client_secret)
  })

  test('[APP-9] needs a configuration token', async () => {
    const { call } = await createWorkspace({ file: configurationFile })
    const manifest = { display_information: { name: 'Scout' } }
    expect(await call(create, { manifest }, anaReads)).toMatchObject({ error: 'missing_scope' })
  })

  const refused: Refusals<typeof create> = {
    invalid_manifest: {
      args: { manifest: {} },
      file: configurationFile,
      ...ana,
      detail: '/display_information is missing',
    },
  }
  test.each(refusalRows(refused))('[APP-9] answers %s', (error, given) => expectRefusal(create, error, given))
})
