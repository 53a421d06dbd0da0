import { describe, expect, test } from 'vitest'
import { eachOf, expectRefusal, type Refusals } from '#testing/calls/refusals'
import { org, otto, pia, rooms, uma } from '#testing/workspace/channels'
import { aWorkspace } from '#testing/workspace/workspace'
import { history } from '#methods/conversations/history'
import { leave } from './leave.ts'
import { members } from './members.ts'

describe('conversations.leave', () => {
  test('[ROM-4, ROM-8] takes the caller out, and a message says so', async () => {
    const { call } = await aWorkspace({ file: rooms })
    expect(await call(leave, { channel: 'CHELP' }, otto)).toEqual({ ok: true })
    expect(await call(members, { channel: 'CHELP' })).toMatchObject({ members: ['U1', 'UBOT'] })
    expect(await call(history, { channel: 'CHELP' })).toMatchObject({
      messages: [
        { subtype: 'channel_leave', user: 'U2', text: '<@U2> has left the channel' },
        { text: 'The printer is on fire' },
      ],
    })
  })

  test('[ROM-4] takes a private channel out of sight', async () => {
    const { call } = await aWorkspace({ file: rooms })
    expect(await call(leave, { channel: 'CSECRET' }, otto)).toEqual({ ok: true })
    expect(await call(history, { channel: 'CSECRET' }, otto)).toMatchObject({ error: 'channel_not_found' })
    expect(await call(history, { channel: 'CSECRET' }, uma)).toMatchObject({ ok: true })
  })

  test('[ROM-4] says so to who is not in it, and changes nothing', async () => {
    const { call, posted } = await aWorkspace({ file: rooms })
    const before = await posted()
    expect(await call(leave, { channel: 'CHELP' }, pia)).toEqual({ ok: true, not_in_channel: true })
    expect(await posted()).toBe(before)
  })

  test('[ROM-4] lets the last one leave a public channel', async () => {
    const { call } = await aWorkspace({ file: rooms })
    expect(await call(leave, { channel: 'CSIDE' }, uma)).toEqual({ ok: true })
  })

  // One case for each declared error: the compiler asks for the missing ones.
  const refused: Refusals<typeof leave> = {
    channel_not_found: { args: { channel: 'CSECRET' }, ...pia, says: 'CSECRET' },
    team_not_found: { args: { channel: 'help' }, ...org, says: '"help"' },
    method_not_supported_for_channel_type: { args: { channel: 'DUMA' }, says: 'DUMA' },
    is_archived: { args: { channel: 'COLD' }, says: 'COLD' },
    cant_leave_general: { args: { channel: 'CGENERAL' }, ...pia, says: 'CGENERAL' },
    last_member: { args: { channel: 'CALONE' }, says: 'CALONE' },
  }
  test.each(eachOf(refused))('refuses with %s, and changes nothing', (error, call) =>
    expectRefusal(leave, error, { file: rooms, ...call }),
  )
})
