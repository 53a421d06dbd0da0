import { describe, expect, test } from 'vitest'
import { scheduleMessage } from '#methods/chat/scheduleMessage'
import { onBothDatabases } from '#testing/database/databases'
import { refusalRows, expectRefusal, type Refusals } from '#testing/refusals/refusals'
import { createWorkspace } from '#testing/workspace/workspace'
import { list } from './list.ts'

const begun = Math.floor(Date.now() / 1000)
const hour = 3600
const help = { channel: 'C0HELP', text: 'Later', post_at: inSeconds(hour) }

onBothDatabases('chat.scheduledMessages.list', (open) => {
  test('[SCH-5] are listed for their author alone, in pages', async () => {
    const { call } = await createWorkspace({ store: await open() })
    const times = [3 * hour, hour, 2 * hour]
    for (const time of times) await call(scheduleMessage, { ...help, text: `${time}`, post_at: inSeconds(time) })
    await call(scheduleMessage, { ...help, channel: 'C0GENERAL', text: 'elsewhere' })
    await call(scheduleMessage, { ...help, channel: 'C0GENERAL' }, { token: 'xoxp-acme-ana' })
    const texts = async (args: object) => (await call(list, args)).scheduled_messages?.map(({ text }) => text)

    const first = await call(list, { channel: 'C0HELP', limit: 2 })
    expect(first.scheduled_messages).toMatchObject([
      { id: expect.stringMatching(/^Q/), channel_id: 'C0HELP', text: `${hour}`, post_at: inSeconds(hour) },
      { text: `${2 * hour}` },
    ])
    const cursor = first.response_metadata?.next_cursor
    const rest = await call(list, { channel: 'C0HELP', limit: 2, cursor })
    expect(rest).toMatchObject({
      scheduled_messages: [{ text: `${3 * hour}` }],
      response_metadata: { next_cursor: '' },
    })
    expect(await texts({ oldest: inSeconds(2 * hour), latest: String(inSeconds(2 * hour)) })).toEqual([`${2 * hour}`])
    const exactly = { oldest: inSeconds(2 * hour) - 0.9999, latest: `${inSeconds(2 * hour)}.123456` }
    expect(await texts(exactly)).toEqual([`${2 * hour}`])
    expect(await texts({})).toHaveLength(4)
    expect((await call(list, {}, { token: 'xoxp-acme-ana' })).scheduled_messages).toMatchObject([{ text: 'Later' }])
  })
})

describe('chat.scheduledMessages.list', () => {
  const refused: Refusals<typeof list> = {
    channel_not_found: { args: { channel: 'C0SECRET' }, detail: 'C0SECRET' },
    team_not_found: { args: { team_id: 'T0NOPE' }, token: 'xoxe.xoxb-globex-scout', detail: 'T0NOPE' },
    missing_argument: { args: {}, token: 'xoxe.xoxb-globex-scout', detail: '`team_id`' },
    invalid_cursor: { args: { cursor: 'x' }, detail: '"x"' },
  }
  test.each(refusalRows(refused))('[SCH-5] refuses with %s', (error, call) => expectRefusal(list, error, call))
})

/** In Unix seconds. */
function inSeconds(seconds: number): number {
  return begun + seconds
}
