import { describe, expect, test } from 'vitest'
import { refusalRows, expectRefusal, type Refusals } from '#testing/refusals/refusals'
import { org, otto, channelsFile, uma } from '#testing/workspace/channels'
import { createWorkspace } from '#testing/workspace/workspace'
import { history } from '#methods/conversations/history'
import { kick } from './kick.ts'
import { members } from './members.ts'

describe('conversations.kick', () => {
  test('[ROM-4] removes a member', async () => {
    const { call } = await createWorkspace({ file: channelsFile })
    expect(await call(kick, { channel: 'CHELP', user: 'U2' })).toEqual({ ok: true })
    expect(await call(members, { channel: 'CHELP' })).toMatchObject({ members: ['U1', 'UBOT'] })
  })

  test('[ROM-4] an app removed from a private channel cannot see it any more', async () => {
    const { call } = await createWorkspace({ file: channelsFile })
    expect(await call(history, { channel: 'CLAB' })).toMatchObject({ ok: true })
    expect(await call(kick, { channel: 'CLAB', user: 'UBOT' }, uma)).toEqual({ ok: true })
    expect(await call(history, { channel: 'CLAB' })).toMatchObject({ error: 'channel_not_found' })
  })

  test('[ROM-4] removes a deleted person', async () => {
    const { call, store } = await createWorkspace({ file: channelsFile })
    const gone = { team_id: 'T1', channel_id: 'CHELP', user_id: 'U4', joined_at: 0 }
    await store.write((tx) => tx.insertInto('members').values(gone).execute())
    expect(await call(kick, { channel: 'CHELP', user: 'U4' })).toEqual({ ok: true })
  })

  // One case for each declared error: the compiler asks for the missing ones.
  const refused: Refusals<typeof kick> = {
    channel_not_found: { args: { channel: 'CSECRET', user: 'U1' }, detail: 'CSECRET' },
    team_not_found: { args: { channel: 'help', user: 'U1' }, ...org, detail: '"help"' },
    method_not_supported_for_channel_type: { args: { channel: 'DUMA', user: 'U1' }, detail: 'DUMA' },
    is_archived: { args: { channel: 'COLD', user: 'U1' }, detail: 'COLD' },
    not_in_channel: { args: { channel: 'CHELP', user: 'U3' }, detail: 'U3 is not in CHELP' },
    cant_kick_self: { args: { channel: 'CHELP', user: 'UBOT' }, detail: 'leave CHELP' },
    cant_kick_from_general: { args: { channel: 'CGENERAL', user: 'U1' }, detail: 'CGENERAL' },
    user_not_found: { args: { channel: 'CHELP', user: 'U9' }, detail: '"U9"' },
  }
  test.each(refusalRows(refused))('refuses with %s, and removes nobody', (error, call) =>
    expectRefusal(kick, error, { file: channelsFile, ...call }),
  )

  test('[ROM-1] needs a caller who is a member', () =>
    expectRefusal(kick, 'not_in_channel', {
      args: { channel: 'CSIDE', user: 'U1' },
      file: channelsFile,
      ...otto,
      detail: 'You are not in CSIDE',
    }))
})
