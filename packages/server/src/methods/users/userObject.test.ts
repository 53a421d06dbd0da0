import { describe, expect, test } from 'vitest'
import { peopleFile } from '#testing/workspace/people'
import { createWorkspace } from '#testing/workspace/workspace'
import { getPresence } from './getPresence.ts'
import { info } from './info.ts'
import { list } from './list.ts'
import { get } from './profile/get.ts'

const winter = Date.parse('2026-01-15T12:00:00Z')

describe('user objects', () => {
  test('[USR-1] have the fields that apps read without asking', async () => {
    const { call, url } = await createWorkspace()
    const { user } = await call(info, { user: 'U0ANA' })
    const picture = (size: number) => `${url}/pictures/initials/5-A-${size}.png`
    expect(user).toEqual({
      id: 'U0ANA',
      team_id: 'T0ACME',
      name: 'ana',
      deleted: false,
      color: expect.stringMatching(/^[0-9a-f]{6}$/),
      real_name: 'Ana Lima',
      tz: 'America/Sao_Paulo',
      tz_label: 'Brasilia Standard Time',
      tz_offset: -10_800,
      is_admin: true,
      is_owner: false,
      is_primary_owner: false,
      is_restricted: false,
      is_ultra_restricted: false,
      is_bot: false,
      is_app_user: false,
      is_email_confirmed: true,
      who_can_share_contact_card: 'EVERYONE',
      updated: expect.any(Number),
      profile: {
        title: 'Support lead',
        phone: '',
        skype: '',
        real_name: 'Ana Lima',
        real_name_normalized: 'Ana Lima',
        display_name: 'Ana',
        display_name_normalized: 'Ana',
        first_name: 'Ana',
        last_name: 'Lima',
        fields: {},
        status_text: '',
        status_text_canonical: '',
        status_emoji: '',
        status_emoji_display_info: [],
        status_expiration: 0,
        avatar_hash: expect.any(String),
        image_24: picture(24),
        image_32: picture(32),
        image_48: picture(48),
        image_72: picture(72),
        image_192: picture(192),
        image_512: picture(512),
        image_1024: picture(1024),
        team: 'T0ACME',
      },
    })
  })

  test('[USR-1] a time zone is that of the moment', async () => {
    const { call, store } = await createWorkspace()
    await store.write((tx) => tx.updateTable('users').set({ tz: 'Europe/Berlin' }).where('id', '=', 'U0ANA').execute())
    const zones = []
    for (const now of [winter, winter + 180 * 86_400_000]) {
      store.db.clock.now = () => now
      const { user } = await call(info, { user: 'U0ANA' })
      zones.push([user?.tz_label, user?.tz_offset])
    }
    expect(zones).toEqual([
      ['Central European Standard Time', 3600],
      ['Central European Summer Time', 7200],
    ])
  })

  test('[USR-1] a bot user names its app and bot', async () => {
    const { call } = await createWorkspace()
    const { user } = await call(info, { user: 'U0SCOUT' })
    expect(user).toMatchObject({
      is_bot: true,
      is_email_confirmed: false,
      profile: { api_app_id: 'A0SCOUT', bot_id: 'B0SCOUT', always_active: true },
    })
  })

  test('[USR-2] an address needs a scope', async () => {
    const { call, store } = await createWorkspace()
    const emailOf = async () => (await call(list)).members?.find(({ id }) => id === 'U0ANA')?.profile.email
    expect(await emailOf()).toBeUndefined()
    const scopes = ['users:read', 'users:read.email']
    await store.write(async (tx) => {
      await tx.updateTable('tokens').set({ scopes }).execute()
      tx.cache.clear()
    })
    expect(await emailOf()).toBe('ana@acme.example')
  })

  test.each([
    ['Łukasz Müller-Żak', 'Łukasz Muller-Zak', 'Łukasz', 'Müller-Żak'],
    ['Mary Ann Smith', 'Mary Ann Smith', 'Mary Ann', 'Smith'],
    ['Йонас', 'Йонас', 'Йонас', ''],
  ])('[USR-3] the parts of %s', async (realName, normalized, first, last) => {
    const { call, store } = await createWorkspace()
    await store.write((tx) => tx.updateTable('users').set({ real_name: realName }).where('id', '=', 'U0ANA').execute())
    const { user } = await call(info, { user: 'U0ANA' })
    expect(user?.profile).toMatchObject({ real_name_normalized: normalized, first_name: first, last_name: last })
  })
})

test('[USR-11] the author of tombstones can be looked up', async () => {
  const { call } = await createWorkspace({ file: peopleFile })
  const user = 'USLACKBOT'
  expect(await call(info, { user })).toMatchObject({
    user: { id: user, team_id: 'T1', name: 'slackbot', real_name: 'Slackbot', is_bot: false, deleted: false },
  })
  expect(await call(get, { user })).toMatchObject({ profile: { real_name: 'Slackbot', team: 'T1' } })
  expect(await call(getPresence, { user })).toEqual({ ok: true, presence: 'active' })
})
