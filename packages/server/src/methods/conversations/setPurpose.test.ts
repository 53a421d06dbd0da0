import { describe, expect, test } from 'vitest'
import { eachOf, expectRefusal, type Refusals } from '#testing/calls/refusals'
import { org, otto, rooms } from '#testing/workspace/channels'
import { aWorkspace } from '#testing/workspace/workspace'
import { info } from './info.ts'
import { setPurpose } from './setPurpose.ts'

describe('conversations.setPurpose', () => {
  test('[ROM-6] sets what a channel is for, once', async () => {
    const { call, posted } = await aWorkspace({ file: rooms })
    const given = { channel: 'CHELP', purpose: 'Be *kind* <@UBOT>' }
    const { channel } = await call(setPurpose, given, otto)
    const purpose = { value: given.purpose, creator: 'U2', last_set: expect.any(Number) }
    expect(channel).toMatchObject({ id: 'CHELP', purpose, topic: { value: 'Ask here' } })
    expect(await call(info, { channel: 'CHELP' })).toMatchObject({ channel: { purpose } })
    const before = await posted()
    expect(await call(setPurpose, given)).toMatchObject({ channel: { purpose } })
    expect(await posted()).toBe(before)
    await call(setPurpose, { ...given, purpose: '' })
    expect(await call(info, { channel: 'CHELP' })).toMatchObject({ channel: { purpose: { value: '' } } })
  })

  // One case for each declared error: the compiler asks for the missing ones.
  const refused: Refusals<typeof setPurpose> = {
    channel_not_found: { args: { channel: 'CSECRET', purpose: 'x' }, says: 'CSECRET' },
    team_not_found: { args: { channel: 'help', purpose: 'x' }, ...org, says: '"help"' },
    method_not_supported_for_channel_type: { args: { channel: 'DUMA', purpose: 'x' }, says: 'DUMA' },
    is_archived: { args: { channel: 'COLD', purpose: 'x' }, says: 'COLD' },
    not_in_channel: { args: { channel: 'CSIDE', purpose: 'x' }, ...otto, says: 'CSIDE' },
    too_long: { args: { channel: 'CHELP', purpose: 'x'.repeat(251) }, says: 'this has 251' },
  }
  test.each(eachOf(refused))('refuses with %s, and changes nothing', (error, call) =>
    expectRefusal(setPurpose, error, { file: rooms, ...call }),
  )
})
