import { describe, expect, test } from 'vitest'
import { refusalRows, expectRefusal, type Refusals } from '#testing/refusals/refusals'
import { org, otto, pia, channelsFile, uma } from '#testing/workspace/channels'
import { createWorkspace } from '#testing/workspace/workspace'
import { history } from '#methods/conversations/history'
import { invite } from './invite.ts'
import { members } from './members.ts'

const far = Array.from({ length: 101 }, (_, i) => `UX${i}`).join()

describe('conversations.invite', () => {
  test('[ROM-5] invites several at once, apps too', async () => {
    const { call } = await createWorkspace({ file: channelsFile })
    const answer = await call(invite, { channel: 'CSECRET', users: 'U3, UBOT,U3' }, uma)
    expect(answer).toMatchObject({ ok: true, channel: { id: 'CSECRET', is_private: true } })
    expect(answer).not.toHaveProperty('errors')
    expect(await call(members, { channel: 'CSECRET' })).toMatchObject({ members: ['U1', 'U2', 'U3', 'UBOT'] })
    expect(await call(history, { channel: 'CSECRET' }, pia)).toMatchObject({
      messages: [
        { subtype: 'channel_join', user: 'UBOT', inviter: 'U1' },
        { subtype: 'channel_join', user: 'U3', inviter: 'U1' },
        { text: 'Nobody must know' },
      ],
    })
  })

  test('[ROM-5] invites nobody if one cannot be invited, and says who', async () => {
    const { call, post, countRows } = await createWorkspace({ file: channelsFile })
    const before = await countRows()
    const { body } = await post(invite, { channel: 'CHELP', users: 'U3,U2,UNOBODY' }, uma)
    expect(body).toMatchObject({
      error: 'already_in_channel',
      errors: [
        { user: 'U2', ok: false, error: 'already_in_channel' },
        { user: 'UNOBODY', ok: false, error: 'user_not_found' },
      ],
    })
    expect(await countRows()).toBe(before)
    expect(await call(members, { channel: 'CHELP' })).toMatchObject({ members: ['U1', 'U2', 'UBOT'] })
  })

  test('[ROM-5] with force invites those who can be invited, and names the others', async () => {
    const { call } = await createWorkspace({ file: channelsFile })
    const answer = await call(invite, { channel: 'CHELP', users: 'U3,U2,U1', force: true }, uma)
    expect(answer).toMatchObject({
      ok: true,
      errors: [
        { user: 'U2', ok: false, error: 'already_in_channel' },
        { user: 'U1', ok: false, error: 'cant_invite_self' },
      ],
    })
    expect(await call(members, { channel: 'CHELP' })).toMatchObject({ members: ['U1', 'U2', 'U3', 'UBOT'] })
  })

  test('[ROM-5] with force refuses if nobody can be invited', () =>
    expectRefusal(invite, 'user_not_found', {
      args: { channel: 'CHELP', users: 'U4,U2', force: true },
      file: channelsFile,
      ...uma,
      detail: '"U4" is not a user',
    }))

  // One case for each declared error: the compiler asks for the missing ones.
  const refused: Refusals<typeof invite> = {
    channel_not_found: { args: { channel: 'CSECRET', users: 'U3' }, detail: 'CSECRET' },
    team_not_found: { args: { channel: 'help', users: 'U3' }, ...org, detail: '"help"' },
    method_not_supported_for_channel_type: { args: { channel: 'DUMA', users: 'U3' }, detail: 'DUMA' },
    is_archived: { args: { channel: 'COLD', users: 'U3' }, detail: 'COLD' },
    not_in_channel: { args: { channel: 'CSIDE', users: 'U3' }, ...otto, detail: 'You are not in CSIDE' },
    no_user: { args: { channel: 'CHELP', users: ' ,' }, detail: 'at least one' },
    too_many_users: { args: { channel: 'CHELP', users: far }, detail: 'these are 101' },
    user_not_found: { args: { channel: 'CHELP', users: 'U9' }, detail: '"U9"' },
    cant_invite_self: { args: { channel: 'CHELP', users: 'UBOT' }, detail: '"UBOT" is you' },
    already_in_channel: { args: { channel: 'CHELP', users: 'U1' }, detail: '"U1"' },
    cant_invite: { args: { channel: 'CNOAPP', users: 'UBOT2' }, detail: '"UBOT2"' },
  }
  test.each(refusalRows(refused))('refuses with %s, and invites nobody', (error, call) =>
    expectRefusal(invite, error, { file: channelsFile, ...call }),
  )
})
