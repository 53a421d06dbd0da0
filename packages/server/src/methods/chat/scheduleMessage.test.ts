import { describe, expect, test } from 'vitest'
import { sendDueMessages } from '#domain/scheduled/sendDue'
import { history } from '#methods/conversations/history'
import { replies } from '#methods/conversations/replies'
import { onBothDatabases } from '#testing/database/databases'
import {
  metadataRefusals,
  postingRefusals,
  textAndBlockRefusals,
  threadRefusals,
} from '#testing/refusals/postingRefusals'
import { refusalRows, expectRefusal, type Refusals } from '#testing/refusals/refusals'
import { createWorkspace, type Workspace } from '#testing/workspace/workspace'
import { deleteScheduledMessage } from './deleteScheduledMessage.ts'
import { list } from './scheduledMessages/list.ts'
import { scheduleMessage } from './scheduleMessage.ts'

const root = '1767225600.000100'
const hour = 3600
const help = { channel: 'C0HELP', text: 'Later', post_at: inSeconds(hour) }

onBothDatabases('scheduled messages', (open) => {
  test('[SCH-1, SCH-7] wait for their time, and are then sent once, in order', async () => {
    const scene = await createWorkspace({ store: await open() })
    const { call, store } = scene
    const metadata = { event_type: 'reminder', event_payload: { n: 1 } }
    const answer = await call(scheduleMessage, { ...help, text: '*Later*', metadata })
    expect(answer).toMatchObject({
      ok: true,
      channel: 'C0HELP',
      scheduled_message_id: expect.stringMatching(/^Q[A-Z0-9]{10}$/),
      post_at: help.post_at,
      message: { type: 'delayed_message', text: '*Later*', user: 'U0SCOUT', bot_id: 'B0SCOUT', metadata },
    })
    await call(scheduleMessage, { ...help, text: 'Same time', attachments: [{ text: 'More' }] })
    await call(scheduleMessage, { ...help, text: 'First', post_at: String(inSeconds(hour - 60)) })

    expect(await sendDueMessages(store)).toBe(0)
    store.db.clock.advance((hour + 1) * 1000)
    // Two processes may share them.
    const sent = await Promise.all([sendDueMessages(store), sendDueMessages(store)])
    expect(sent.reduce((sum, count) => sum + count, 0)).toBe(3)
    expect(await sendDueMessages(store)).toBe(0)

    const { messages } = await call(history, { channel: 'C0HELP', include_all_metadata: true })
    expect(messages?.map(({ text }) => text)).toEqual(['Same time', '*Later*', 'First', 'The printer is on fire'])
    expect(messages?.[0]).toMatchObject({ attachments: [{ text: 'More' }] })
    expect(messages?.[1]).toMatchObject({ bot_id: 'B0SCOUT', metadata })
    expect((await call(list, {})).scheduled_messages).toEqual([])
  })

  test('[SCH-1] go to a thread, a person or a name, as Markdown or as a person', async () => {
    const { call, store } = await createWorkspace({ store: await open() })
    await call(scheduleMessage, { ...help, thread_ts: root, reply_broadcast: true })
    const direct = await call(scheduleMessage, { ...help, channel: 'U0ANA', text: 'Psst' })
    expect(direct.channel).toMatch(/^D/)
    const named = { channel: '#general', post_at: help.post_at, markdown_text: '# Hm' }
    await call(scheduleMessage, named, { token: 'xoxp-acme-ana' })
    store.db.clock.advance((hour + 1) * 1000)
    await sendDueMessages(store)

    const thread = await call(replies, { channel: 'C0HELP', ts: root })
    expect(thread.messages?.at(-1)).toMatchObject({ text: 'Later', subtype: 'thread_broadcast' })
    expect((await call(history, { channel: direct.channel })).messages?.[0]).toMatchObject({ text: 'Psst' })
    const { messages } = await call(history, { channel: 'C0GENERAL' })
    expect(messages?.[0]).toMatchObject({ user: 'U0ANA', markdown_text: '# Hm', blocks: [{ type: 'header' }] })
  })

  test('[SCH-8] what may not be sent any more is kept with the reason, and the others are sent', async () => {
    const { call, store } = await createWorkspace({ store: await open() })
    const first = await call(scheduleMessage, { ...help, channel: 'C0GENERAL' })
    await call(scheduleMessage, help)
    await store.db.updateTable('channels').set({ archived: true }).where('id', '=', 'C0GENERAL').execute()
    store.db.cache.clear()
    store.db.clock.advance((hour + 1) * 1000)
    expect(await sendDueMessages(store)).toBe(1)
    expect(await sendDueMessages(store)).toBe(0)

    expect((await call(list, {})).scheduled_messages).toEqual([])
    const about = { channel: 'C0GENERAL', scheduled_message_id: first.scheduled_message_id }
    expect(await call(deleteScheduledMessage, about)).toMatchObject({
      error: 'invalid_scheduled_message_id',
      detail: expect.stringContaining('is_archived'),
    })
  })

  test('[SCH-7] a crash before the commit loses and doubles nothing', async () => {
    const { call, store } = await createWorkspace({ store: await open() })
    await call(scheduleMessage, help)
    store.db.clock.advance((hour + 1) * 1000)
    const failing = store.db.schema.alterTable('messages').renameColumn('icon_url', 'gone').execute()
    await failing
    await expect(sendDueMessages(store)).rejects.toThrow()
    expect(await store.db.selectFrom('scheduled_messages').select('failed_at').execute()).toEqual([{ failed_at: null }])
    await store.db.schema.alterTable('messages').renameColumn('gone', 'icon_url').execute()
    store.db.clock.advance(1000)
    expect(await sendDueMessages(store)).toBe(1)
    expect((await call(history, { channel: 'C0HELP' })).messages).toHaveLength(2)
  })
})

describe('chat.scheduleMessage', () => {
  const refused: Refusals<typeof scheduleMessage> = {
    ...postingRefusals((channel) => ({ ...help, channel, thread_ts: root })),
    ...threadRefusals(help),
    ...textAndBlockRefusals(help),
    ...metadataRefusals(help),
    markdown_text_conflict: { args: { ...help, markdown_text: 'x' }, detail: '`markdown_text`' },
    invalid_time: { args: { ...help, post_at: 'tomorrow' }, detail: '"tomorrow"' },
    time_in_past: { args: { ...help, post_at: inSeconds(-1) }, detail: 'future' },
    time_too_far: { args: { ...help, post_at: inSeconds(121 * 86_400) }, detail: '120 days' },
    restricted_too_many: { args: help, prepare: (scene) => scheduleMany(scene, 30), detail: '30' },
  }
  test.each(refusalRows(refused))('[SCH-2, ORD] refuses with %s, and schedules nothing', (error, call) =>
    expectRefusal(scheduleMessage, error, call),
  )

  test.each([1.5, '', '-1', 'NaN', '1e9', -1])('[SCH-2] %j is no time', (odd) =>
    expectRefusal(scheduleMessage, 'invalid_time', { args: { ...help, post_at: odd }, detail: 'Unix seconds' }),
  )

  test('[SCH-2] milliseconds are too far ahead', () =>
    expectRefusal(scheduleMessage, 'time_too_far', { args: { ...help, post_at: Date.now() }, detail: '120 days' }))

  test('[SCH-3] the limit is of one channel and of five minutes', async () => {
    const scene = await createWorkspace()
    await scheduleMany(scene, 30)
    const { call } = scene
    expect(await call(scheduleMessage, { ...help, channel: 'C0GENERAL' })).toMatchObject({ ok: true })
    expect(await call(scheduleMessage, { ...help, post_at: help.post_at + 299 })).toMatchObject({ ok: false })
    expect(await call(scheduleMessage, { ...help, post_at: help.post_at + 300 })).toMatchObject({ ok: true })
    expect(await call(scheduleMessage, help, { token: 'xoxb-acme-scout' })).toMatchObject({ ok: false })
  })
})

async function scheduleMany({ call }: Workspace, count: number): Promise<void> {
  for (let i = 0; i < count; i++) expect(await call(scheduleMessage, help)).toMatchObject({ ok: true })
}

/** In Unix seconds. */
function inSeconds(seconds: number): number {
  return Math.floor(Date.now() / 1000) + seconds
}
