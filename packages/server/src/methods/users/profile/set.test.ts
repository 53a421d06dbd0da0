import { describe, expect, test } from 'vitest'
import { removeEndedStatuses } from '#domain/people/profile/endedStatuses'
import { otto, uma } from '#testing/workspace/channels'
import { peopleFile as file } from '#testing/workspace/people'
import { expectRefusal, refusalRows, type Refusals } from '#testing/refusals/refusals'
import { createWorkspace } from '#testing/workspace/workspace'
import { get } from './get.ts'
import { set } from './set.ts'

const soon = () => Math.floor(Date.now() / 1000) + 3600

describe('users.profile.set', () => {
  test('[USR-6, USR-10] changes the fields that are given and leaves the others', async () => {
    const { call, store } = await createWorkspace({ file })
    const profile = {
      title: 'Printer whisperer',
      display_name: 'Otto the Great',
      phone: '+1 555',
      tz: 'Asia/Tokyo',
      unknown: 'x',
    }
    const answer = await call(set, { profile }, otto)
    expect(answer).toMatchObject({ username: 'otto', profile: { title: 'Printer whisperer', real_name: 'Otto Lind' } })
    expect(answer.profile).not.toHaveProperty('unknown')
    const row = await store.db.selectFrom('users').select('tz').where('id', '=', 'U2').executeTakeFirst()
    expect(row).toEqual({ tz: 'UTC' })
    await call(set, { profile: JSON.stringify({ phone: '' }) }, { ...otto, as: 'form' })
    expect((await call(get, {}, otto)).profile).toMatchObject({ display_name: 'Otto the Great', phone: '' })
    await call(set, { name: 'title', value: 'Boss' }, { ...otto, as: 'form' })
    expect((await call(get, {}, otto)).profile?.title).toBe('Boss')
  })

  test('[USR-3] first and last name make the real name, and a real name makes them', async () => {
    const { call } = await createWorkspace({ file })
    const change = async (profile: object) => (await call(set, { profile }, otto)).profile
    expect(await change({ first_name: 'Mary Ann', last_name: 'van Dyke' })).toMatchObject({
      real_name: 'Mary Ann van Dyke',
      first_name: 'Mary Ann',
      last_name: 'van Dyke',
    })
    expect(await change({ real_name: 'Otto Lind' })).toMatchObject({ first_name: 'Otto', last_name: 'Lind' })
  })

  test('[USR-7] a status has text, emoji and an end, after which nobody sees it', async () => {
    const { call, store } = await createWorkspace({ file })
    const end = soon()
    const status = { status_text: 'At lunch', status_emoji: ':party:', status_expiration: end }
    const { profile } = await call(set, { profile: status }, otto)
    expect(profile).toMatchObject({
      ...status,
      status_emoji_display_info: [{ emoji_name: 'party', display_url: 'https://one.example/party.png' }],
    })
    store.db.clock.now = () => end * 1000
    expect((await call(get, { user: 'U2' })).profile).toMatchObject({
      status_text: '',
      status_emoji: '',
      status_expiration: 0,
    })
    await store.write(removeEndedStatuses)
    const row = await store.db.selectFrom('users').selectAll().where('id', '=', 'U2').executeTakeFirstOrThrow()
    expect([row.profile, row.status_ends_at]).toEqual([{}, null])
  })

  test('[USR-7] a text alone gets a speech balloon; without text and emoji there is no end', async () => {
    const { call } = await createWorkspace({ file })
    const change = async (profile: object) => (await call(set, { profile }, otto)).profile
    expect(await change({ status_text: 'Busy', status_expiration: soon() })).toMatchObject({
      status_emoji: ':speech_balloon:',
      status_emoji_display_info: [{ emoji_name: 'speech_balloon', unicode: '1f4ac' }],
    })
    expect(await change({ status_text: 'Still busy' })).toMatchObject({ status_expiration: 0 })
    expect(await change({ status_text: '', status_emoji: '', status_expiration: 0 })).toMatchObject({
      status_emoji: '',
      status_emoji_display_info: [],
    })
  })

  test('[USR-6] an admin changes others, and addresses', async () => {
    const { call } = await createWorkspace({ file })
    const { profile } = await call(set, { user: 'U2', profile: { email: 'lind@one.example' } }, uma)
    expect(profile?.email).toBe('lind@one.example')
  })

  // One case for each declared error: the compiler asks for the missing ones.
  const refused: Refusals<typeof set> = {
    invalid_profile: { args: { profile: '{' }, detail: 'profile' },
    profile_set_failed: { args: { profile: { title: 'x'.repeat(101) } }, detail: '100' },
    profile_status_set_failed_too_long: { args: { profile: { status_text: 'x'.repeat(101) } }, detail: '100' },
    profile_status_set_failed_not_emoji_syntax: { args: { profile: { status_emoji: 'tada' } }, detail: 'tada' },
    profile_status_set_failed_not_valid_emoji: { args: { profile: { status_emoji: ':nope:' } }, detail: ':nope:' },
    reserved_name: { args: { profile: { display_name: 'Slackb0t' } }, detail: 'Slackb0t' },
    email_taken: { args: { profile: { email: 'OTTO@one.example' } }, token: 'xoxp-uma', detail: 'address' },
    user_not_found: { args: { user: 'U9', profile: { title: 'x' } }, detail: 'U9' },
    not_admin: { args: { user: 'U3', profile: { title: 'x' } }, detail: 'admin' },
    not_app_admin: { args: { user: 'UBOT', profile: { title: 'x' } }, token: 'xoxp-uma', detail: 'UBOT' },
    cannot_update_admin_user: { args: { user: 'U5', profile: { title: 'x' } }, token: 'xoxp-uma', detail: 'U5' },
  }
  test.each(refusalRows(refused))('refuses with %s', (error, call) =>
    expectRefusal(set, error, { file, ...otto, ...call }),
  )

  test.each([
    ['profile_set_failed', {}],
    ['profile_set_failed', { profile: { real_name: ' ' } }],
    ['profile_set_failed', { profile: { status_text: 'x', status_expiration: 1 } }],
    ['invalid_profile', { profile: { status_expiration: -1 } }],
    ['invalid_profile', { profile: [] }],
    ['invalid_profile', { profile: Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`f${i}`, 'x'])) }],
    ['invalid_profile', { name: 'title', value: 'x'.repeat(1000), profile: 'x' }],
    ['not_admin', { profile: { email: 'me@one.example' } }],
    ['user_not_found', { user: 'U4', profile: { title: 'x' } }],
  ])('also refuses with %s: %j', (error, args) => expectRefusal(set, error, { file, ...otto, args, detail: '' }))
})
