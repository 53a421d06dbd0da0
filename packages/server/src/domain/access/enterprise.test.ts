import { expect, test } from 'vitest'
import { startFunction } from '#domain/apps/functions'
import { createActionToken } from '#domain/search/actionToken'
import { createOAuthCode } from '#testing/apps/oauthCodes'
import { insertTrigger } from '#testing/calls/callContext'
import { onBothDatabases } from '#testing/database/databases'
import { homeView, modal } from '#testing/apps/views'
import { createWorkspace } from '#testing/workspace/workspace'
import { uninstall } from '#methods/apps/uninstall'
import { context } from '#methods/assistant/search/context'
import { info as searchInfo } from '#methods/assistant/search/info'
import { test as authTest } from '#methods/auth/test'
import { completeSuccess } from '#methods/functions/completeSuccess'
import { get as getTeamProfile } from '#methods/team/profile/get'
import { list } from '#methods/users/list'
import { info } from '#methods/users/info'
import { getPresence } from '#methods/users/getPresence'
import { get as getProfile } from '#methods/users/profile/get'
import { open as openView } from '#methods/views/open'
import { publish } from '#methods/views/publish'
import { update } from '#methods/views/update'

/** Three teams of an enterprise that have the app, of which two let it in with its org-wide token. */
const file = `
version: 1
enterprises: [{ id: E1, name: Globex }]
teams:
  - { id: T1, name: One, domain: one, enterprise: E1, users: [{ id: U1, name: uma }] }
  - { id: T2, name: Two, domain: two, enterprise: E1, users: [{ id: U2, name: zoe }] }
  - { id: T3, name: Three, domain: three, enterprise: E1, users: [{ id: U4, name: yves }] }
apps:
  - id: A0SCOUT
    bot_id: B0SCOUT
    bot_user: U0SCOUT
    installed_in: [T1, T2, T3]
    manifest:
      display_information: { name: Scout }
      features: { app_home: { home_tab_enabled: true } }
      functions: { double: { title: Double, input_parameters: {}, output_parameters: {} } }
tokens:
  - token: xoxe-all
    kind: org
    app: A0SCOUT
    enterprise: E1
    teams_granted: [T1, T2]
    scopes: ['users:read', 'users.profile:read', 'search:read.public']
`
const org = { token: 'xoxe-all' }

onBothDatabases('[TOK] an org-wide token', (open) => {
  const create = async () => createWorkspace({ file, store: await open() })

  test('is that of the bot user', async () => {
    const { call } = await create()
    const { ok: _ok, url: _url, ...rest } = await call(authTest, {}, org)
    expect(rest).toEqual({
      user: 'scout',
      user_id: 'U0SCOUT',
      bot_id: 'B0SCOUT',
      app_id: 'A0SCOUT',
      enterprise_id: 'E1',
      is_enterprise_install: true,
    })
  })

  test('acts in the team of the user whom the call names', async () => {
    const { call } = await create()
    expect(await call(list, { team_id: 'T2' }, org)).toMatchObject({
      members: [{ id: 'USLACKBOT', team_id: 'T2' }, { id: 'U0SCOUT' }, { id: 'U2' }],
    })
    expect(await call(info, { user: 'U2' }, org)).toMatchObject({ user: { id: 'U2', team_id: 'T2' } })
    expect(await call(getPresence, { user: 'U2' }, org)).toMatchObject({ ok: true, presence: 'away' })
    expect(await call(getPresence, {}, org)).toMatchObject({ ok: true })
    expect(await call(getProfile, { user: 'U2' }, org)).toMatchObject({ profile: { real_name: 'zoe' } })
    expect(await call(publish, { user_id: 'U2', view: homeView() }, org)).toMatchObject({ view: { team_id: 'T2' } })
    expect(await call(info, { user: 'USLACKBOT' }, org)).toMatchObject({ user: { team_id: 'T1' } })
    expect(await call(info, { user: 'U4' }, org)).toMatchObject({ error: 'user_not_found' })
  })

  test('acts in the team that the call prefers if a bot user is in several', async () => {
    const { call } = await create()
    const user = 'U0SCOUT'
    expect(await call(info, { user }, org)).toMatchObject({ user: { team_id: 'T1' } })
    expect(await call(info, { user, team_id: 'T2' }, org)).toMatchObject({ user: { team_id: 'T2' } })
    expect(await call(info, { user, team_id: 'T3' }, org)).toMatchObject({ user: { team_id: 'T1' } })
  })

  test('acts in the team of a trigger, a view or a run', async () => {
    const { call, store } = await create()
    const trigger_id = await insertTrigger({ store, team: 'T2', user: 'U2' })
    const opened = await call(openView, { trigger_id, view: modal('One', { external_id: 'mine' }) }, org)
    expect(opened).toMatchObject({ view: { team_id: 'T2' } })
    expect(await call(update, { view_id: opened.view?.id, view: modal('Two') }, org)).toMatchObject({ ok: true })
    const third = await call(
      openView,
      {
        trigger_id: await insertTrigger({ store, team: 'T2', user: 'U2' }),
        view: modal('Three', { external_id: 'other' }),
      },
      org,
    )
    expect(await call(update, { external_id: 'other', view: modal('Four') }, org)).toMatchObject({
      view: { id: third.view?.id },
    })
    const run = await store.write(async (tx) => {
      const app = await tx.selectFrom('apps').selectAll().where('id', '=', 'A0SCOUT').executeTakeFirstOrThrow()
      return startFunction(tx, app, 'T2', { callbackId: 'double', inputs: {} })
    })
    expect(await call(completeSuccess, { function_execution_id: run, outputs: {} }, org)).toMatchObject({ ok: true })
    const elsewhere = await insertTrigger({ store, team: 'T3', user: 'U4' })
    expect(await call(openView, { trigger_id: elsewhere, view: modal() }, org)).toMatchObject({
      error: 'invalid_trigger_id',
    })
  })

  test('does not act in a team that did not let the app in', async () => {
    const { call, store } = await create()
    await store.write((tx) => tx.updateTable('teams').set({ state: 'migrating' }).where('id', '=', 'T3').execute())
    const self = await call(authTest, {}, org)
    expect(self).not.toHaveProperty('team_id')
    expect(await call(authTest, { team_id: 'T3' }, org)).toEqual(self)
    expect(await call(authTest, { team_id: 'T2' }, org)).toMatchObject({ team: 'Two', team_id: 'T2' })
    expect(await call(searchInfo, { team_id: 'T3' }, org)).toMatchObject({ ok: true })
    expect(await call(getTeamProfile, { team_id: 'T3' }, org)).toMatchObject({ ok: true })
    expect(await call(list, { team_id: 'T3' }, org)).toMatchObject({ error: 'team_access_not_granted' })
  })

  test('does not search in a team that did not let the app in', async () => {
    const { call, store } = await create()
    const found = async (teamId: string, user: string) => {
      const holder = { appId: 'A0SCOUT', teamId }
      const action_token = await store.write((tx) => createActionToken(tx, holder, user, store.db.clock.now()))
      const what = { query: 'x', content_types: ['messages'], channel_types: ['public_channel'] }
      return call(context, { ...what, action_token, team_id: teamId }, org)
    }
    expect(await found('T2', 'U2')).toMatchObject({ ok: true, results: { messages: [] } })
    expect(await found('T3', 'U4')).toMatchObject({ error: 'invalid_action_token' })
  })

  test('[APP-10] uninstalls the app from the team that the call names, if it let the app in', async () => {
    const { call, store } = await create()
    const { code: _code, ...client } = await createOAuthCode({ store, team: 'T1', user: 'U1' })
    const teams = async () =>
      (await store.db.selectFrom('installations').select('team_id').orderBy('team_id').execute()).map((r) => r.team_id)
    expect(await call(uninstall, { ...client, team_id: 'T3' }, org)).toMatchObject({ error: 'team_access_not_granted' })
    expect(await teams()).toEqual(['T1', 'T2', 'T3'])
    expect(await call(uninstall, { ...client, team_id: 'T2' }, org)).toEqual({ ok: true })
    expect(await teams()).toEqual(['T1', 'T3'])
    expect(await call(list, { team_id: 'T2' }, org)).toMatchObject({ error: 'team_access_not_granted' })
    expect(await call(list, { team_id: 'T1' }, org)).toMatchObject({ ok: true })
  })
})
