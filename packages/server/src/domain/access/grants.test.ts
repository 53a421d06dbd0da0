import { expect, test } from 'vitest'
import { onBothDatabases } from '#testing/server/databases'
import { aScene } from '#testing/workspace/domain'
import { grantOf } from './grants.ts'
import { hashToken } from '#domain/ids'
import { entry } from '#domain/log/entry'

onBothDatabases('the grant of a token', (open) => {
  test('of a bot names its team, its bot user, its app and its scopes [TOK]', async () => {
    const { store } = await aScene(open)
    expect(await grantOf(store.db, 'xoxb-acme-plain')).toEqual({
      caller: {
        kind: 'bot',
        teamId: 'T0ACME',
        userId: 'U0SCOUT',
        app: {
          id: 'A0SCOUT',
          botId: 'B0SCOUT',
          botUser: 'U0SCOUT',
          name: 'Scout',
          messagesTab: true,
          agent: false,
          hearsStop: false,
        },
        scopes: ['chat:write'],
        enterpriseId: undefined,
        teamsGranted: undefined,
        tokenHash: hashToken('xoxb-acme-plain'),
      },
      team: expect.objectContaining({ id: 'T0ACME', name: 'Acme', domain: 'acme', deleted: false, state: 'active' }),
      expiresAt: undefined,
      revoked: false,
      ownerGone: false,
      appGone: false,
      allowedIps: undefined,
      twoFactor: undefined,
    })
  })

  test.each([
    ['xoxb-acme-expired', { expiresAt: Date.parse('2026-01-01T00:00:00Z'), revoked: false }],
    ['xoxp-acme-revoked', { revoked: true, ownerGone: false }],
    ['xoxp-acme-gone', { ownerGone: true, revoked: false }],
    ['xoxp-acme-ana', { ownerGone: false, twoFactor: true, caller: { kind: 'user', userId: 'U0ANA' } }],
    ['xoxb-acme-fenced', { allowedIps: ['203.0.113.0/24'] }],
    ['xoxb-acme-quiet', { caller: { app: { messagesTab: false } } }],
    ['xoxb-dead-scout', { team: { deleted: true } }],
    ['xoxb-joining-scout', { team: { state: 'joining_org' } }],
    ['xoxb-migrate-scout', { team: { state: 'migrating' } }],
    ['xoxb-twofa-scout', { twoFactor: false, team: { policies: { require_two_factor: true } } }],
    [
      'xapp-1-A0SCOUT-acme',
      { team: undefined, caller: { kind: 'app', teamId: '', userId: 'U0SCOUT' }, appGone: false },
    ],
    [
      'xoxe.xoxb-globex-scout',
      { caller: { kind: 'org', teamId: '', enterpriseId: 'E0GLOBEX', teamsGranted: ['T0GLOBEX1'] } },
    ],
  ])('%s says what state it is in', async (token, state) => {
    const { store } = await aScene(open)
    expect(await grantOf(store.db, token)).toMatchObject(state)
  })

  test.each(['', 'xoxb-nobody', 'xoxb-acme-scout ', 'XOXB-ACME-SCOUT'])('is none for %j', async (token) => {
    const { store } = await aScene(open)
    expect(await grantOf(store.db, token)).toBeUndefined()
  })

  test('is known from the moment on at which the token is there', async () => {
    const { store } = await aScene(open)
    expect(await grantOf(store.db, 'xoxb-new')).toBeUndefined()
    await store.write(async (tx) => {
      const known = await tx
        .selectFrom('tokens')
        .selectAll()
        .where('hash', '=', hashToken('xoxb-acme-plain'))
        .executeTakeFirstOrThrow()
      await tx
        .insertInto('tokens')
        .values({ ...known, hash: hashToken('xoxb-new') })
        .execute()
    })
    expect(await grantOf(store.db, 'xoxb-new')).toMatchObject({ caller: { scopes: ['chat:write'] } })
  })

  test('changes with the team, the app and its owner, as soon as the log says so', async () => {
    const { store } = await aScene(open)
    expect(await grantOf(store.db, 'xoxb-acme-scout')).toMatchObject({ appGone: false, ownerGone: false })
    await store.write(async (tx) => {
      await tx.updateTable('apps').set({ removed: true }).where('id', '=', 'A0SCOUT').execute()
      await tx.updateTable('users').set({ deleted: true }).where('id', '=', 'U0SCOUT').execute()
      tx.work.log(entry('team', 'T0ACME'))
    })
    expect(await grantOf(store.db, 'xoxb-acme-scout')).toMatchObject({ appGone: true, ownerGone: true })
  })

  test('is gone with the installation', async () => {
    const { store } = await aScene(open)
    await store.write(async (tx) => {
      await tx.deleteFrom('installations').where('app_id', '=', 'A0SCOUT').where('team_id', '=', 'T0ACME').execute()
      tx.work.log(entry('team', 'T0ACME'))
    })
    expect(await grantOf(store.db, 'xoxb-acme-scout')).toMatchObject({ appGone: true })
    expect(await grantOf(store.db, 'xoxb-strict-scout')).toMatchObject({ appGone: false })
  })

  test('is not kept by its token, but by a hash of it [TOK]', async () => {
    const { store } = await aScene(open)
    const rows = JSON.stringify(await store.db.selectFrom('tokens').selectAll().execute())
    expect(rows).not.toContain('xoxb-')
    expect(rows).not.toContain('xoxp-')
  })
})
