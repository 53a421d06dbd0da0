import { describe, expect, test } from 'vitest'
import { postMessage } from '#methods/chat/postMessage'
import { conversations } from '#methods/users/conversations'
import { enterpriseFile } from '#testing/workspace/files'
import { channelsFile, otto, pia, uma } from '#testing/workspace/channels'
import { refusalRows, expectRefusal, type Refusals } from '#testing/refusals/refusals'
import { setLimits } from '#testing/workspace/settings'
import { createWorkspace } from '#testing/workspace/workspace'
import { close } from './close.ts'
import { info } from './info.ts'
import { invite } from '#methods/conversations/membership/invite'
import { list } from './list.ts'
import { members } from '#methods/conversations/membership/members'
import { open } from './open.ts'

describe('conversations.open', () => {
  test('returns the existing direct message', async () => {
    const { call, countRows } = await createWorkspace()
    const before = await countRows()
    expect(await call(open, { users: 'U0ANA' })).toEqual({
      ok: true,
      channel: { id: 'D0ANASCOUT' },
      no_op: true,
      already_open: true,
    })
    expect(await call(open, { channel: 'D0ANASCOUT' })).toMatchObject({ ok: true, channel: { id: 'D0ANASCOUT' } })
    expect(await call(open, { users: 'U0ANA', prevent_creation: true })).toMatchObject({ already_open: true })
    expect(await countRows()).toBe(before)
  })

  test('opens a new one, once', async () => {
    const { call } = await createWorkspace()
    const first = await call(open, { users: 'U0BEN' })
    expect(first).toEqual({ ok: true, channel: { id: expect.stringMatching(/^D/) } })
    expect(await call(open, { users: 'U0BEN' })).toMatchObject({ channel: first.channel, already_open: true })
  })

  test('with return_im answers the channel object', async () => {
    const { call } = await createWorkspace()
    const { channel } = await call(open, { users: 'U0BEN', return_im: true })
    expect(channel).toMatchObject({
      is_im: true,
      is_mpim: false,
      is_open: true,
      user: 'U0BEN',
      created: expect.any(Number),
    })
    const again = await call(open, { channel: channel!.id, return_im: '1' }, { as: 'form' })
    expect(again).toMatchObject({ channel, already_open: true })
  })

  test('opens a direct message of a person with themselves, and confuses it with no other', async () => {
    const { call } = await createWorkspace({ file: channelsFile })
    const own = await call(open, { users: 'U1' }, uma)
    expect(own).toEqual({ ok: true, channel: { id: expect.stringMatching(/^D/) } })
    expect(await call(open, { users: 'U1' }, uma)).toMatchObject({ channel: own.channel, already_open: true })
    expect(await call(open, { users: 'UBOT' }, uma)).toMatchObject({ channel: { id: 'DUMA' } })
  })

  // One case for each declared error: the compiler asks for the missing ones.
  const refused: Refusals<typeof open> = {
    channel_not_found: { args: { channel: 'D0NOPE' }, detail: 'D0NOPE' },
    team_not_found: { args: { channel: 'general' }, token: 'xoxe-all', file: enterpriseFile(), detail: 'general' },
    method_not_supported_for_channel_type: { args: { channel: 'C0HELP' }, detail: 'C0HELP' },
    users_list_not_supplied: { args: { users: ' , ' }, detail: '`users` or `channel`' },
    user_not_found: { args: { users: 'U0ANA,U0NOPE' }, detail: 'U0NOPE' },
    user_disabled: { args: { users: 'U0GONE' }, detail: 'U0GONE' },
    cannot_dm_bot: { args: { users: 'U0QUIET' }, detail: 'U0QUIET' },
    too_many_convos_for_team: {
      args: { users: 'U0ANA,U0BEN' },
      prepare: (scene) => setLimits(scene, { channelsPerTeam: 1 }),
      detail: 'has 1 channels',
    },
    too_many_users: { args: { users: 'U1,U2,U3,U4,U5,U6,U7,U8,U9' }, detail: 'at most 8' },
  }
  test.each(refusalRows(refused))('refuses with %s, and opens nothing', (error, call) =>
    expectRefusal(open, error, call),
  )

  test.each([
    ['an app alone', 'cannot_dm_bot', { users: 'U0SCOUT' }],
    ['a direct message that nobody has opened yet', 'channel_not_found', { users: 'U0BEN', prevent_creation: true }],
    ['a group that nobody has opened yet', 'channel_not_found', { users: 'U0BEN,U0ANA', prevent_creation: true }],
    ['the direct message of others', 'channel_not_found', { channel: 'D0ANAQUIET' }],
  ])('refuses %s with %s', (_what, error, args) => expectRefusal(open, error, { args, detail: '' }))
})

describe('[ROM-10] a group direct message', () => {
  test('is one for the same people, whoever opens it and in whichever order', async () => {
    const { call } = await createWorkspace({ file: channelsFile })
    const first = await call(open, { users: 'U2,U3', return_im: true }, uma)
    expect(first.channel).toMatchObject({
      name: 'mpdm-uma--otto--pia-1',
      is_mpim: true,
      is_im: false,
      is_channel: false,
      is_private: true,
      is_member: true,
      creator: 'U1',
    })
    const channel = { id: first.channel!.id }
    const again = { ok: true, channel, no_op: true, already_open: true }
    expect(await call(open, { users: 'U3, U2,U1,U3' }, uma)).toEqual(again)
    expect(await call(open, { users: 'U1,U2' }, pia)).toEqual(again)
    expect(await call(open, { users: 'U2,U3,UBOT' }, uma)).toMatchObject({
      channel: { id: expect.not.stringMatching(channel.id) },
    })
    expect(await call(open, { users: 'U2' }, uma)).toMatchObject({ channel: { id: expect.stringMatching(/^D/) } })
    expect((await call(members, { channel: channel.id }, otto)).members?.toSorted()).toEqual(['U1', 'U2', 'U3'])
  })

  test('can be opened by an app, which reads and writes there; for all others it does not exist', async () => {
    const { call } = await createWorkspace({ file: channelsFile })
    const channel = (await call(open, { users: 'U1,U2,UBOT2' })).channel!.id
    expect(await call(postMessage, { channel, text: 'Hi' })).toMatchObject({ ok: true, channel })
    expect(await call(info, { channel }, uma)).toMatchObject({ channel: { is_mpim: true } })
    expect(await call(info, { channel }, pia)).toMatchObject({ error: 'channel_not_found' })
    expect(await call(open, { channel }, pia)).toMatchObject({ error: 'channel_not_found' })
  })

  test('is listed by its type, for its members', async () => {
    const { call } = await createWorkspace({ file: channelsFile })
    const channel = (await call(open, { users: 'U1,U2' })).channel!.id
    for (const method of [list, conversations]) {
      expect((await call(method, { types: 'mpim' })).channels).toMatchObject([{ id: channel, is_mpim: true }])
      expect((await call(method, { types: 'mpim' }, pia)).channels).toEqual([])
      expect((await call(method, { types: 'im' })).channels).toMatchObject([{ id: 'DUMA' }])
    }
  })

  test('keeps its members', async () => {
    const { call } = await createWorkspace({ file: channelsFile })
    const channel = (await call(open, { users: 'U1,U2' })).channel!.id
    expect(await call(invite, { channel, users: 'U3' })).toMatchObject({
      error: 'method_not_supported_for_channel_type',
    })
  })
})

describe('[ROM-11] a direct message that was closed', () => {
  test.each(['U2', 'U2,U3'])('is opened again by conversations.open: %s', async (users) => {
    const { call } = await createWorkspace({ file: channelsFile })
    const { channel } = await call(open, { users }, uma)
    await call(close, { channel: channel!.id }, uma)
    expect(await call(open, { users, prevent_creation: true }, uma)).toEqual({ ok: true, channel })
    expect(await call(open, { users }, uma)).toMatchObject({ already_open: true })
    await call(close, { channel: channel!.id }, uma)
    expect(await call(open, { channel: channel!.id }, uma)).toEqual({ ok: true, channel })
  })
})
