import { describe, expect, test } from 'vitest'
import { sendDueMessages } from '#domain/scheduled/sendDue'
import { refusalRows, expectRefusal, type Refusals } from '#testing/refusals/refusals'
import { createWorkspace } from '#testing/workspace/workspace'
import { deleteScheduledMessage } from './deleteScheduledMessage.ts'
import { scheduleMessage } from './scheduleMessage.ts'

const hour = 3600
const help = { channel: 'C0HELP', text: 'Later', post_at: inSeconds(hour) }

describe('chat.deleteScheduledMessage', () => {
  const odd = { channel: 'C0HELP', scheduled_message_id: 'Q1' }
  const refused: Refusals<typeof deleteScheduledMessage> = {
    channel_not_found: { args: { ...odd, channel: 'C0SECRET' }, detail: 'C0SECRET' },
    team_not_found: { args: { ...odd, channel: 'general' }, token: 'xoxe.xoxb-globex-scout', detail: '"general"' },
    invalid_scheduled_message_id: { args: odd, detail: '"Q1"' },
  }
  test.each(refusalRows(refused))('[SCH-4] refuses with %s', (error, call) =>
    expectRefusal(deleteScheduledMessage, error, call),
  )

  test('[SCH-4] deletes a message of the caller, up to a minute before its time', async () => {
    const { call, store } = await createWorkspace()
    const { scheduled_message_id: id } = await call(scheduleMessage, help)
    const mine = { channel: 'C0HELP', scheduled_message_id: id }
    const refusal = { error: 'invalid_scheduled_message_id' }
    expect(await call(deleteScheduledMessage, { ...mine, channel: 'C0GENERAL' })).toMatchObject(refusal)
    expect(await call(deleteScheduledMessage, mine, { token: 'xoxp-acme-ana' })).toMatchObject(refusal)
    store.db.clock.advance((hour - 59) * 1000)
    expect(await call(deleteScheduledMessage, mine)).toMatchObject({ detail: expect.stringContaining('too late') })
    store.db.clock.reset()
    expect(await call(deleteScheduledMessage, mine)).toEqual({ ok: true })
    expect(await call(deleteScheduledMessage, mine)).toMatchObject(refusal)
    store.db.clock.advance((hour + 1) * 1000)
    expect(await sendDueMessages(store)).toBe(0)
  })
})

/** In Unix seconds. */
function inSeconds(seconds: number): number {
  return Math.floor(Date.now() / 1000) + seconds
}
