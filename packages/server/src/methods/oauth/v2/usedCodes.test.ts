import { expect, test } from 'vitest'
import type { Refusal } from '#domain/refusal'
import { postToWebhook } from '#domain/webhooks/post'
import { test as authTest } from '#methods/auth/test'
import { createOAuthCode } from '#testing/apps/oauthCodes'
import { onBothDatabases } from '#testing/database/databases'
import { createWorkspace, type Workspace } from '#testing/workspace/workspace'
import { access } from './access.ts'

const ana = { team: 'T0ACME', user: 'U0ANA' }
const anonymous = { token: 'none', as: 'form' } as const

onBothDatabases('a code', (open) => {
  test('[APP-7] exchanges a code that is sent several times at once only once', async () => {
    const scene = await createWorkspace({ store: await open() })
    const given = await agreed(scene)
    const answers = await Promise.all([1, 2, 3].map(() => scene.call(access, given, anonymous)))
    const outcomes = answers.map(({ error }) => error ?? 'ok').toSorted()
    expect(outcomes).toEqual(['code_already_used', 'code_already_used', 'ok'])
    const token = answers.find(({ ok }) => ok)?.access_token ?? ''
    expect(await scene.call(authTest, {}, { token })).toMatchObject({ ok: false, error: 'token_revoked' })
  })

  test('[APP-22] that comes again revokes what it gave, also what was renewed since, and nothing else', async () => {
    const scene = await createWorkspace({ store: await open() })
    await rotating(scene)
    const [given, other] = [await agreed(scene, { userScopes: ['chat:write'] }), await agreed(scene)]
    const first = await scene.call(access, given, anonymous)
    const { client_id, client_secret } = given
    const refresh = { client_id, client_secret, grant_type: 'refresh_token', refresh_token: first.refresh_token }
    const renewed = await scene.call(access, refresh, anonymous)
    const bystander = await scene.call(access, other, anonymous)

    expect(await scene.call(access, given, anonymous)).toMatchObject({ ok: false, error: 'code_already_used' })

    for (const token of [first.access_token, renewed.access_token, first.authed_user?.access_token])
      expect(await scene.call(authTest, {}, { token: token ?? '' })).toMatchObject({ error: 'token_revoked' })
    const again = { ...refresh, refresh_token: renewed.refresh_token }
    expect(await scene.call(access, again, anonymous)).toMatchObject({ error: 'invalid_refresh_token' })
    expect(await scene.call(authTest, {}, { token: bystander.access_token ?? '' })).toMatchObject({ ok: true })
    expect(await scene.call(authTest, {}, { token: 'xoxb-acme-scout' })).toMatchObject({ ok: true })
  })

  test('[APP-22] that comes again ends the webhook that it gave, and no other', async () => {
    const scene = await createWorkspace({ store: await open() })
    const scopes = ['chat:write', 'incoming-webhook']
    const [given, other] = [
      await agreed(scene, { scopes, webhookChannel: 'C0HELP' }),
      await agreed(scene, { scopes, webhookChannel: 'C0HELP' }),
    ]
    const [stolen, bystander] = [await scene.call(access, given, anonymous), await scene.call(access, other, anonymous)]
    const post = async ({ incoming_webhook: hook }: typeof stolen) => {
      const [team = '', id = '', secret = ''] = (hook?.url ?? '').split('/').slice(-3)
      const content = { text: 'Hello', markdown: undefined, blocks: undefined }
      return scene.store
        .write((tx) => postToWebhook(tx, { team, id, secret }, content, undefined))
        .then(
          () => 'ok',
          (error: Refusal) => error.code,
        )
    }
    expect(await post(stolen)).toBe('ok')

    expect(await scene.call(access, given, anonymous)).toMatchObject({ ok: false, error: 'code_already_used' })

    expect([await post(stolen), await post(bystander)]).toEqual(['no_service', 'ok'])
  })

  test('[APP-22] that somebody sends who cannot prove to be the app revokes nothing', async () => {
    const scene = await createWorkspace({ store: await open() })
    const given = await agreed(scene)
    const { access_token: token = '' } = await scene.call(access, given, anonymous)
    const { client_id, code } = given
    for (const wrong of [
      { client_id, code },
      { client_id, code, client_secret: 'wrong' },
    ])
      expect(await scene.call(access, wrong, anonymous)).toMatchObject({ ok: false })
    expect(await scene.call(authTest, {}, { token })).toMatchObject({ ok: true })
  })
})

function agreed({ store }: Workspace, more: Partial<Parameters<typeof createOAuthCode>[0]> = {}) {
  return createOAuthCode({ store, ...ana, ...more })
}

/** The app has token rotation. */
async function rotating(scene: Workspace) {
  const manifest = { display_information: { name: 'Scout' }, settings: { token_rotation_enabled: true } }
  await scene.store.write((tx) => tx.updateTable('apps').set({ manifest }).where('id', '=', 'A0SCOUT').execute())
}
