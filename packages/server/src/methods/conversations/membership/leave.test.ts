import { describe, expect, test } from 'vitest'
import { refusalRows, expectRefusal, type Refusals } from '#testing/refusals/refusals'
import { org, otto, pia, channelsFile, uma } from '#testing/workspace/channels'
import { createWorkspace } from '#testing/workspace/workspace'
import { history } from '#methods/conversations/history'
import { leave } from './leave.ts'
import { members } from './members.ts'

describe('conversations.leave', () => {
  test('[ROM-4, ROM-8] removes the caller, with a system message', async () => {
    const { call } = await createWorkspace({ file: channelsFile })
    expect(await call(leave, { channel: 'CHELP' }, otto)).toEqual({ ok: true })
    expect(await call(members, { channel: 'CHELP' })).toMatchObject({ members: ['U1', 'UBOT'] })
    expect(await call(history, { channel: 'CHELP' })).toMatchObject({
      messages: [
        { subtype: 'channel_leave', user: 'U2', text: '<@U2> has left the channel' },
        { text: 'The printer is on fire' },
      ],
    })
  })

  test('[ROM-4] hides a private channel from the caller', async () => {
    const { call } = await createWorkspace({ file: channelsFile })
    expect(await call(leave, { channel: 'CSECRET' }, otto)).toEqual({ ok: true })
    expect(await call(history, { channel: 'CSECRET' }, otto)).toMatchObject({ error: 'channel_not_found' })
    expect(await call(history, { channel: 'CSECRET' }, uma)).toMatchObject({ ok: true })
  })

  test('[ROM-4] tells somebody who is not a member, and changes nothing', async () => {
    const { call, countRows } = await createWorkspace({ file: channelsFile })
    const before = await countRows()
    expect(await call(leave, { channel: 'CHELP' }, pia)).toEqual({ ok: true, not_in_channel: true })
    expect(await countRows()).toBe(before)
  })

  test('[ROM-4] lets the last member leave a public channel', async () => {
    const { call } = await createWorkspace({ file: channelsFile })
    expect(await call(leave, { channel: 'CSIDE' }, uma)).toEqual({ ok: true })
  })

  // One case for each declared error: the compiler asks for the missing ones.
  const refused: Refusals<typeof leave> = {
    channel_not_found: { args: { channel: 'CSECRET' }, ...pia, detail: 'CSECRET' },
    team_not_found: { args: { channel: 'help' }, ...org, detail: '"help"' },
    method_not_supported_for_channel_type: { args: { channel: 'DUMA' }, detail: 'DUMA' },
    is_archived: { args: { channel: 'COLD' }, detail: 'COLD' },
    cant_leave_general: { args: { channel: 'CGENERAL' }, ...pia, detail: 'CGENERAL' },
    last_member: { args: { channel: 'CALONE' }, detail: 'CALONE' },
  }
  test.each(refusalRows(refused))('refuses with %s, and changes nothing', (error, call) =>
    expectRefusal(leave, error, { file: channelsFile, ...call }),
  )
})
