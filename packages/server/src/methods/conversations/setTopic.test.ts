import { describe, expect, test } from 'vitest'
import { eachOf, expectRefusal, type Refusals } from '#testing/calls/refusals'
import { org, otto, rooms } from '#testing/workspace/channels'
import { aWorkspace } from '#testing/workspace/workspace'
import { info } from './info.ts'
import { setTopic } from './setTopic.ts'

describe('conversations.setTopic', () => {
  test('[ROM-6] sets the topic, and tells who did and when', async () => {
    const { call } = await aWorkspace({ file: rooms })
    const { channel } = await call(setTopic, { channel: 'CHELP', topic: 'Be *kind* <&>' }, otto)
    const topic = { value: 'Be *kind* <&>', creator: 'U2', last_set: expect.any(Number) }
    expect(channel).toMatchObject({ id: 'CHELP', topic })
    expect(channel?.topic?.last_set).toBeGreaterThan(1_700_000_000)
    expect(await call(info, { channel: 'CHELP' })).toMatchObject({ channel: { topic } })
  })

  test('[ROM-6] takes it away with an empty one', async () => {
    const { call } = await aWorkspace({ file: rooms })
    expect(await call(setTopic, { channel: 'CHELP', topic: '' })).toMatchObject({ channel: { topic: { value: '' } } })
  })

  test('[ROM-6] writes nothing where it is the same', async () => {
    const { call, posted } = await aWorkspace({ file: rooms })
    const before = await posted()
    expect(await call(setTopic, { channel: 'CHELP', topic: 'Ask here' })).toMatchObject({
      channel: { topic: { value: 'Ask here', creator: '' } },
    })
    expect(await posted()).toBe(before)
  })

  test('[ROM-6] counts characters as people do', async () => {
    const { call } = await aWorkspace({ file: rooms })
    expect(await call(setTopic, { channel: 'CHELP', topic: '🌊'.repeat(250) })).toMatchObject({ ok: true })
  })

  // One case for each declared error: the compiler asks for the missing ones.
  const refused: Refusals<typeof setTopic> = {
    channel_not_found: { args: { channel: 'CSECRET', topic: 'x' }, says: 'CSECRET' },
    team_not_found: { args: { channel: 'help', topic: 'x' }, ...org, says: '"help"' },
    method_not_supported_for_channel_type: { args: { channel: 'DUMA', topic: 'x' }, says: 'DUMA' },
    is_archived: { args: { channel: 'COLD', topic: 'x' }, says: 'COLD' },
    not_in_channel: { args: { channel: 'CSIDE', topic: 'x' }, ...otto, says: 'CSIDE' },
    too_long: { args: { channel: 'CHELP', topic: 'x'.repeat(251) }, says: 'this has 251' },
  }
  test.each(eachOf(refused))('refuses with %s, and changes nothing', (error, call) =>
    expectRefusal(setTopic, error, { file: rooms, ...call }),
  )
})
