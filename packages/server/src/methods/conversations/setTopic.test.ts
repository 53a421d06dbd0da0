import { describe, expect, test } from 'vitest'
import { refusalRows, expectRefusal, type Refusals } from '#testing/refusals/refusals'
import { org, otto, channelsFile } from '#testing/workspace/channels'
import { createWorkspace } from '#testing/workspace/workspace'
import { info } from './info.ts'
import { setTopic } from './setTopic.ts'

describe('conversations.setTopic', () => {
  test('[ROM-6] sets the topic, with who set it and when', async () => {
    const { call } = await createWorkspace({ file: channelsFile })
    const { channel } = await call(setTopic, { channel: 'CHELP', topic: 'Be *kind* <&>' }, otto)
    const topic = { value: 'Be *kind* <&>', creator: 'U2', last_set: expect.any(Number) }
    expect(channel).toMatchObject({ id: 'CHELP', topic })
    expect(channel?.topic?.last_set).toBeGreaterThan(1_700_000_000)
    expect(await call(info, { channel: 'CHELP' })).toMatchObject({ channel: { topic } })
  })

  test('[ROM-6] removes it with an empty text', async () => {
    const { call } = await createWorkspace({ file: channelsFile })
    expect(await call(setTopic, { channel: 'CHELP', topic: '' })).toMatchObject({ channel: { topic: { value: '' } } })
  })

  test('[ROM-6] writes nothing if it is the same', async () => {
    const { call, countRows } = await createWorkspace({ file: channelsFile })
    const before = await countRows()
    expect(await call(setTopic, { channel: 'CHELP', topic: 'Ask here' })).toMatchObject({
      channel: { topic: { value: 'Ask here', creator: '' } },
    })
    expect(await countRows()).toBe(before)
  })

  test('[ROM-6] counts code points', async () => {
    const { call } = await createWorkspace({ file: channelsFile })
    expect(await call(setTopic, { channel: 'CHELP', topic: '🌊'.repeat(250) })).toMatchObject({ ok: true })
  })

  // One case for each declared error: the compiler asks for the missing ones.
  const refused: Refusals<typeof setTopic> = {
    channel_not_found: { args: { channel: 'CSECRET', topic: 'x' }, detail: 'CSECRET' },
    team_not_found: { args: { channel: 'help', topic: 'x' }, ...org, detail: '"help"' },
    method_not_supported_for_channel_type: { args: { channel: 'DUMA', topic: 'x' }, detail: 'DUMA' },
    is_archived: { args: { channel: 'COLD', topic: 'x' }, detail: 'COLD' },
    not_in_channel: { args: { channel: 'CSIDE', topic: 'x' }, ...otto, detail: 'CSIDE' },
    too_long: { args: { channel: 'CHELP', topic: 'x'.repeat(251) }, detail: 'this has 251' },
  }
  test.each(refusalRows(refused))('refuses with %s, and changes nothing', (error, call) =>
    expectRefusal(setTopic, error, { file: channelsFile, ...call }),
  )
})
