import { describe, expect, test } from 'vitest'
import { refusalRows, expectRefusal, type Refusals } from '#testing/refusals/refusals'
import { createWorkspace } from '#testing/workspace/workspace'
import { info } from './info.ts'

describe('users.info', () => {
  test('returns a person; the e-mail needs a scope of its own', async () => {
    const { call } = await createWorkspace()

    const { user } = await call(info, { user: 'U0ANA' })

    expect(user).toMatchObject({
      id: 'U0ANA',
      team_id: 'T0ACME',
      name: 'ana',
      real_name: 'Ana Lima',
      tz: 'America/Sao_Paulo',
      deleted: false,
      is_admin: true,
      is_bot: false,
      profile: { display_name: 'Ana', real_name: 'Ana Lima', team: 'T0ACME' },
    })
    expect(user?.profile).not.toHaveProperty('email')
    expect(user).not.toHaveProperty('locale')
  })

  test('returns the locale on request', async () => {
    const { call } = await createWorkspace()
    expect(await call(info, { user: 'U0ANA', include_locale: 1 })).toMatchObject({ user: { locale: 'pt-BR' } })
  })

  test.each([
    ['U0SCOUT', { is_bot: true, profile: { api_app_id: 'A0SCOUT' } }],
    ['U0GONE', { deleted: true }],
  ])('returns what is special about %s: %j', async (user, special) => {
    const { call } = await createWorkspace()
    expect(await call(info, { user })).toMatchObject({ ok: true, user: special })
  })

  // One case for each declared error: the compiler asks for the missing ones.
  const refused: Refusals<typeof info> = { user_not_found: { args: { user: 'U0STRICT' }, detail: 'U0STRICT' } }
  test.each(refusalRows(refused))('refuses with %s', (error, call) => expectRefusal(info, error, call))
})
