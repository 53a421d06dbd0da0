import { describe, expect, test } from 'vitest'
import { createWorkspace } from '#testing/workspace/workspace'
import { test as authTest } from './test.ts'

describe('auth.test', () => {
  test('[TOK] returns the owner of a bot token', async () => {
    const { call, url } = await createWorkspace()
    expect(await call(authTest, {}, { as: 'form' })).toEqual({
      ok: true,
      url: `${url}/`,
      team: 'Acme',
      team_id: 'T0ACME',
      user: 'scout',
      user_id: 'U0SCOUT',
      bot_id: 'B0SCOUT',
      app_id: 'A0SCOUT',
      is_enterprise_install: false,
    })
  })

  test('[TOK] returns the owner of a user token', async () => {
    const { call } = await createWorkspace()
    const answer = await call(authTest, {}, { token: 'xoxp-acme-ana' })
    expect(answer).toMatchObject({ ok: true, user: 'ana', user_id: 'U0ANA', team_id: 'T0ACME', app_id: 'A0SCOUT' })
    expect(answer).not.toHaveProperty('bot_id')
  })

  test('[TOK] returns the app of an app-level token', async () => {
    const { call, url } = await createWorkspace()
    const answer = await call(authTest, {}, { token: 'xapp-1-A0SCOUT-acme' })
    expect(answer).toEqual({ ok: true, url: `${url}/`, app_id: 'A0SCOUT', is_enterprise_install: false })
  })

  test('[TOK] returns the enterprise of an org-wide token', async () => {
    const { call } = await createWorkspace()
    expect(await call(authTest, {}, { token: 'xoxe.xoxb-globex-scout' })).toMatchObject({
      ok: true,
      enterprise_id: 'E0GLOBEX',
      bot_id: 'B0SCOUT',
      is_enterprise_install: true,
    })
  })

  test('declares no error of its own', () => {
    expect(authTest.errors).toEqual({})
  })
})
