import { describe, expect, test } from 'vitest'
import { openClientSecret } from '#domain/apps/secrets'
import { access } from '#methods/oauth/v2/access'
import { test as authTest } from '#methods/auth/test'
import { postMessage } from '#methods/chat/postMessage'
import { createOAuthCode } from '#testing/apps/oauthCodes'
import { refusalRows, expectRefusal, type Refusals } from '#testing/refusals/refusals'
import { createWorkspace, type Workspace } from '#testing/workspace/workspace'
import { uninstall } from './uninstall.ts'

/** The client id and secret of the fixture's app. */
async function client({ store }: Workspace) {
  const { client_id, client_secret } = await createOAuthCode({ store, team: 'T0ACME', user: 'U0ANA' })
  return { client_id, client_secret }
}

async function changes({ store }: Workspace) {
  const rows = await store.db.selectFrom('log').select(['team_id', 'change']).where('change', 'is not', null).execute()
  return rows.flatMap(({ team_id, change }) => (change ? [{ team_id, ...change }] : []))
}

describe('apps.uninstall', () => {
  test('[APP-10] revokes every token of the app in the team, and sends the app an event', async () => {
    const scene = await createWorkspace()
    const { call, store } = scene
    await store.write((tx) => tx.updateTable('log').set({ change: null }).execute())
    const { code, ...proof } = await createOAuthCode({
      store,
      team: 'T0ACME',
      user: 'U0BEN',
      userScopes: ['users:read'],
    })
    const tokens = await call(access, { ...proof, code }, { token: 'none' })

    expect(await call(uninstall, proof)).toEqual({ ok: true })

    for (const token of ['xoxb-acme-scout', 'xoxp-acme-ana', tokens.access_token, tokens.authed_user?.access_token])
      expect(await call(authTest, {}, { token: token ?? '' })).toMatchObject({ ok: false, error: 'token_revoked' })
    expect((await changes(scene)).filter(({ type }) => type !== 'left' && type !== 'posted')).toEqual([
      { team_id: 'T0ACME', type: 'uninstalled', app: 'A0SCOUT' },
      {
        team_id: 'T0ACME',
        type: 'tokens_revoked',
        app: 'A0SCOUT',
        people: expect.arrayContaining(['U0ANA', 'U0BEN']),
        bots: ['U0SCOUT'],
      },
    ])
    const bots = await store.db
      .selectFrom('users')
      .select(['team_id', 'deleted'])
      .where('id', '=', 'U0SCOUT')
      .where('deleted', '=', true)
      .execute()
    expect(bots).toEqual([{ team_id: 'T0ACME', deleted: true }])
  })

  test('[APP-10] leaves other teams alone; the app can be installed again with new tokens', async () => {
    const scene = await createWorkspace()
    const { call, store } = scene
    const others = () =>
      store.db
        .selectFrom('tokens')
        .select('hash')
        .where('revoked', '=', false)
        .where('team_id', '!=', 'T0ACME')
        .execute()
    const before = await others()
    await call(uninstall, await client(scene))
    expect(await others()).toEqual(before)

    const again = await createOAuthCode({ store, team: 'T0ACME', user: 'U0ANA' })
    const { access_token: token = '' } = await call(access, again, { token: 'none' })
    expect(await call(authTest, {}, { token })).toMatchObject({ ok: true, user: 'scout' })
    expect(await call(authTest)).toMatchObject({ error: 'token_revoked' })
  })

  test('[APP-10] removes the bot from every channel; in direct messages it stays', async () => {
    const scene = await createWorkspace()
    const { store, call } = scene
    const places = async () =>
      (
        await store.db
          .selectFrom('members')
          .select('channel_id')
          .where('team_id', '=', 'T0ACME')
          .where('user_id', '=', 'U0SCOUT')
          .orderBy('channel_id')
          .execute()
      ).map(({ channel_id: id }) => id)
    const before = await places()
    expect(before).toEqual(expect.arrayContaining(['C0GENERAL', 'C0HELP', 'D0ANASCOUT']))
    await store.write((tx) => tx.updateTable('log').set({ change: null }).execute())
    await call(uninstall, await client(scene))
    const left = before.filter((id) => id.startsWith('D'))
    expect(await places()).toEqual(left)
    const leaveChanges = (await changes(scene)).filter(({ type }) => type === 'left')
    expect(leaveChanges).toHaveLength(before.length - left.length)
    // [ROM-7, ROM-8] Every channel gets a message about it, except for canvases and for archived or deleted channels.
    const said = await store.db.selectFrom('messages').select('channel_id').where('notice', 'is not', null).execute()
    const silent = ['C0OLD', 'C0CANVAS', 'C0VANISHED', ...left]
    expect(said.map(({ channel_id: id }) => id).toSorted()).toEqual(before.filter((id) => !silent.includes(id)))

    const { access_token: token = '' } = await call(
      access,
      await createOAuthCode({ store, team: 'T0ACME', user: 'U0ANA', scopes: ['chat:write'] }),
      { token: 'none' },
    )
    expect(await call(postMessage, { channel: 'C0HELP', text: 'x' }, { token })).toMatchObject({
      error: 'not_in_channel',
    })
    expect(await call(postMessage, { channel: 'D0ANASCOUT', text: 'x' }, { token })).toMatchObject({ ok: true })
  })

  test('[APP-10] invalidates codes that were issued before', async () => {
    const scene = await createWorkspace()
    const { code, ...proof } = await createOAuthCode({ store: scene.store, team: 'T0ACME', user: 'U0ANA' })
    await scene.call(uninstall, proof)
    expect(await scene.call(access, { ...proof, code }, { token: 'none' })).toMatchObject({ error: 'invalid_code' })
  })

  test('only tests the call if asked', async () => {
    const scene = await createWorkspace()
    expect(await scene.call(uninstall, { ...(await client(scene)), test: '1' }, { as: 'form' })).toEqual({ ok: true })
    expect(await scene.call(authTest)).toMatchObject({ ok: true })
  })

  const org = 'xoxe.xoxb-globex-scout'
  const refused: Refusals<typeof uninstall> = {
    missing_argument: { args: {}, prepare: client, token: org, detail: '`team_id`' },
    team_not_found: { args: { team_id: 'T0ACME' }, prepare: client, token: org, detail: '"T0ACME"' },
    invalid_client_id: { args: { client_id: '1.2', client_secret: 'x' }, detail: 'No app' },
    bad_client_secret: {
      args: {},
      prepare: async (scene) => ({ ...(await client(scene)), client_secret: 'x' }),
      detail: 'client secret',
    },
    client_id_token_mismatch: {
      args: {},
      prepare: async ({ store }) => {
        const other = await store.db
          .selectFrom('apps')
          .selectAll()
          .where('id', '!=', 'A0SCOUT')
          .executeTakeFirstOrThrow()
        await store.write((tx) => tx.updateTable('apps').set({ removed: false }).where('id', '=', other.id).execute())
        return { client_id: other.client_id, client_secret: openClientSecret(store.db, other) }
      },
      detail: 'The token is not of the app',
    },
  }
  test.each(refusalRows(refused))('[APP-10] answers %s', (error, given) => expectRefusal(uninstall, error, given))
})
