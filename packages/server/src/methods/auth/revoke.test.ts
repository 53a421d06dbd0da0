import { describe, expect, test } from 'vitest'
import { org, channelsFile, uma } from '#testing/workspace/channels'
import { createWorkspace } from '#testing/workspace/workspace'
import { revoke } from './revoke.ts'
import { test as authTest } from './test.ts'

describe('auth.revoke', () => {
  test.each([{}, uma, org, { token: 'xapp-one' }])('[TOK] revokes the token %j', async (who) => {
    const { call } = await createWorkspace({ file: channelsFile })
    expect(await call(authTest, {}, who)).toMatchObject({ ok: true })
    expect(await call(revoke, {}, who)).toEqual({ ok: true, revoked: true })
    expect(await call(authTest, {}, who)).toMatchObject({ ok: false, error: 'token_revoked' })
    expect(await call(revoke, {}, who)).toMatchObject({ ok: false, error: 'token_revoked' })
  })

  test('[TOK] leaves other tokens of the app and the person alone', async () => {
    const { call } = await createWorkspace({ file: channelsFile })
    await call(revoke, {}, uma)
    await call(revoke)
    for (const who of [{ token: 'xoxb-bare' }, { token: 'xoxp-otto' }])
      expect(await call(authTest, {}, who)).toMatchObject({ ok: true })
  })

  test('[EVT-11] sends the app an event', async () => {
    const { call, store } = await createWorkspace()
    const loggedChanges = async () => {
      const rows = await store.db
        .selectFrom('log')
        .select('change')
        .where('kind', '=', 'token')
        .orderBy('seq')
        .execute()
      return rows.map(({ change }) => change)
    }
    await call(revoke, {}, { token: 'xoxp-acme-ana' })
    await call(revoke)
    await call(revoke, {}, { token: 'xapp-1-A0SCOUT-acme' })
    const revoked = { type: 'tokens_revoked', app: 'A0SCOUT' }
    expect(await loggedChanges()).toEqual([
      { ...revoked, people: ['U0ANA'], bots: [] },
      { ...revoked, people: [], bots: ['U0SCOUT'] },
      null,
    ])
  })

  test('only tests the call if asked', async () => {
    const { call, countRows } = await createWorkspace({ file: channelsFile })
    const before = await countRows()
    expect(await call(revoke, { test: '1' }, { as: 'form' })).toEqual({ ok: true, revoked: false })
    expect(await call(authTest)).toMatchObject({ ok: true })
    expect(await countRows()).toBe(before)
  })

  test('[ENV-6] may be called with GET, as a client does', async () => {
    const { send } = await createWorkspace({ file: channelsFile })
    const headers = { authorization: 'Bearer xoxp-uma' }
    expect((await send('auth.revoke?test=1', { headers })).body).toEqual({ ok: true, revoked: false })
    expect((await send('auth.revoke', { headers })).body).toEqual({ ok: true, revoked: true })
    expect((await send('auth.test', { headers })).body).toMatchObject({ error: 'token_revoked' })
    expect((await send('auth.revoke?token=xoxp-otto')).body).toMatchObject({ error: 'not_authed' })
  })

  test('declares no error of its own', () => {
    expect(revoke.errors).toEqual({})
  })
})
