import { expect, test } from 'vitest'
import { onBothDatabases } from '#testing/database/databases'
import { loadAcme } from '#testing/workspace/domain'
import { findGrant } from './grants.ts'
import { hashToken } from '#domain/ids'
import { logEntry } from '#domain/log/entry'

onBothDatabases('the grant of a token', (open) => {
  test('of a bot names its team, its bot user, its app and its scopes [TOK]', async () => {
    const { store } = await loadAcme(open)
    expect(await findGrant(store.db, 'xoxb-acme-plain')).toEqual({
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
          handlesStop: false,
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
    const { store } = await loadAcme(open)
    expect(await findGrant(store.db, token)).toMatchObject(state)
  })

  test.each(['', 'xoxb-nobody', 'xoxb-acme-scout ', 'XOXB-ACME-SCOUT'])('is none for %j', async (token) => {
    const { store } = await loadAcme(open)
    expect(await findGrant(store.db, token)).toBeUndefined()
  })

  test('is found as soon as the token exists', async () => {
    const { store } = await loadAcme(open)
    expect(await findGrant(store.db, 'xoxb-new')).toBeUndefined()
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
    expect(await findGrant(store.db, 'xoxb-new')).toMatchObject({ caller: { scopes: ['chat:write'] } })
  })

  test('changes with the team, the app and its owner, as soon as the log says so', async () => {
    const { store } = await loadAcme(open)
    expect(await findGrant(store.db, 'xoxb-acme-scout')).toMatchObject({ appGone: false, ownerGone: false })
    await store.write(async (tx) => {
      await tx.updateTable('apps').set({ removed: true }).where('id', '=', 'A0SCOUT').execute()
      await tx.updateTable('users').set({ deleted: true }).where('id', '=', 'U0SCOUT').execute()
      tx.work.log(logEntry('team', 'T0ACME'))
    })
    expect(await findGrant(store.db, 'xoxb-acme-scout')).toMatchObject({ appGone: true, ownerGone: true })
  })

  test('shows that the installation is gone', async () => {
    const { store } = await loadAcme(open)
    await store.write(async (tx) => {
      await tx.deleteFrom('installations').where('app_id', '=', 'A0SCOUT').where('team_id', '=', 'T0ACME').execute()
      tx.work.log(logEntry('team', 'T0ACME'))
    })
    expect(await findGrant(store.db, 'xoxb-acme-scout')).toMatchObject({ appGone: true })
    expect(await findGrant(store.db, 'xoxb-strict-scout')).toMatchObject({ appGone: false })
  })

  const ofTeams = ['xoxb-acme-plain', 'xoxb-strict-scout']
  const ofNone = ['xapp-1-A0SCOUT-acme', 'xoxe.xoxb-globex-scout']

  test.each([
    ['user', 'T0ACME', ['xoxb-strict-scout']],
    ['token', 'T0STRICT', ['xoxb-acme-plain']],
    ['token', '', ofTeams],
    ['user', 'T0GLOBEX1', ofTeams],
    ['token', 'T0GLOBEX2', ofTeams],
    ['team', 'T0STRICT', []],
    ['member', 'T0ACME', [...ofTeams, ...ofNone]],
  ] as const)('after a change of a %s of %j: still known is %j [TOK]', async (kind, team, expected) => {
    const { store } = await loadAcme(open)
    const change = () => store.write(async (tx) => tx.work.log(logEntry(kind, team)))
    // PostgreSQL has lost the log of the tests before. When that is noticed, everything is forgotten.
    await change()
    await store.look?.()
    const isKnown = (token: string) =>
      store.write(async (tx) => {
        const found = findGrant(tx, token)
        await found
        return !(found instanceof Promise)
      })
    const listKnown = async () => {
      const known = []
      for (const token of [...ofTeams, ...ofNone]) if (await isKnown(token)) known.push(token)
      return known
    }
    expect(await listKnown()).toEqual([])
    expect(await listKnown()).toEqual([...ofTeams, ...ofNone])
    await change()
    expect(await listKnown()).toEqual(expected)
    expect(await listKnown()).toEqual([...ofTeams, ...ofNone])
  })

  test('is not remembered if its token was revoked while it was read [TOK]', async () => {
    const { store } = await loadAcme(open)
    for (const { token, team } of [
      { token: 'xoxb-acme-plain', team: 'T0ACME' },
      { token: 'xapp-1-A0SCOUT-acme', team: '' },
    ]) {
      const hash = hashToken(token)
      const reading = findGrant(store.db, token)
      await store.write(async (tx) => {
        await tx.updateTable('tokens').set({ revoked: true }).where('hash', '=', hash).execute()
        tx.work.log(logEntry('token', team, { subject: hash }))
      })
      await reading
      expect(await findGrant(store.db, token)).toMatchObject({ revoked: true })
    }
  })

  test('is stored under a hash of the token [TOK]', async () => {
    const { store } = await loadAcme(open)
    const rows = JSON.stringify(await store.db.selectFrom('tokens').selectAll().execute())
    expect(rows).not.toContain('xoxb-')
    expect(rows).not.toContain('xoxp-')
  })
})
