import { expect, test } from 'vitest'
import { remove } from '#methods/chat/delete'
import { postMessage } from '#methods/chat/postMessage'
import { startStream } from '#methods/chat/startStream'
import { appendStream } from '#methods/chat/appendStream'
import { stopStream } from '#methods/chat/stopStream'
import { update } from '#methods/chat/update'
import { completeUploadExternal } from '#methods/files/completeUploadExternal'
import { getUploadURLExternal } from '#methods/files/getUploadURLExternal'
import { createSubscribedApp, recordNext } from '#testing/apps/recordedEvents'
import { onBothDatabases } from '#testing/database/databases'
import { everyEvent } from '#testing/workspace/scout'
import type { createWorkspace } from '#testing/workspace/workspace'

const root = { channel: 'C0HELP', thread_ts: '1767225600.000100' }

onBothDatabases('events for apps', (open) => {
  test('a message of a person, with the channel type of its channel', async () => {
    const { sendAsAna, takeDeliveries } = await createSubscribedApp(open)
    const ts = await sendAsAna('C0HELP', 'Hello **there**')
    const reply = await sendAsAna('C0HELP', 'And again', ts)
    const direct = await sendAsAna('D0ANASCOUT', 'Just us')
    const [first, second, third, ...more] = await takeDeliveries()
    expect(more).toEqual([])
    expect(first).toMatchObject({
      app_id: 'A0SCOUT',
      team_id: 'T0ACME',
      channel_id: 'C0HELP',
      type: 'message',
      event: { type: 'message', user: 'U0ANA', text: 'Hello *there*', team: 'T0ACME', ts, event_ts: ts },
    })
    expect(first?.event).toMatchObject({ channel: 'C0HELP', channel_type: 'channel', blocks: [{ type: 'rich_text' }] })
    for (const key of ['subtype', 'thread_ts', 'reply_count', 'bot_id', 'hidden'])
      expect(first?.event).not.toHaveProperty(key)
    expect(second?.event).toMatchObject({ ts: reply, thread_ts: ts, parent_user_id: 'U0ANA', text: 'And again' })
    expect(third?.event).toMatchObject({ ts: direct, channel: 'D0ANASCOUT', channel_type: 'im' })
    expect(third?.event).not.toHaveProperty('thread_ts')
  })

  test('[STR-13] a stream: an empty message at its start, nothing for deltas, a hidden change at its end', async () => {
    const { call, takeDeliveries } = await createSubscribedApp(open)
    const recipient = { recipient_user_id: 'U0ANA', recipient_team_id: 'T0ACME' }
    const { ts = '' } = await call(startStream, { ...root, ...recipient, markdown_text: 'One' })
    await call(appendStream, { channel: root.channel, ts, markdown_text: ' two' })
    const [start, ...none] = await takeDeliveries()
    await call(appendStream, { channel: root.channel, ts, markdown_text: ' three' })
    expect(await takeDeliveries()).toEqual([])
    await call(stopStream, { channel: root.channel, ts })
    const [end, ...rest] = await takeDeliveries()

    expect([none, rest]).toEqual([[], []])
    expect(start?.event).toEqual({
      type: 'message',
      user: 'U0SCOUT',
      bot_id: 'B0SCOUT',
      app_id: 'A0SCOUT',
      bot_profile: expect.objectContaining({ id: 'B0SCOUT', app_id: 'A0SCOUT', user_id: 'U0SCOUT' }),
      team: 'T0ACME',
      text: '',
      streaming_state: 'in_progress',
      ts,
      event_ts: ts,
      ...root,
      parent_user_id: 'U0BEN',
      channel_type: 'channel',
    })
    expect(end?.event).toMatchObject({
      type: 'message',
      subtype: 'message_changed',
      hidden: true,
      channel: 'C0HELP',
      channel_type: 'channel',
      message: { ts, text: 'One two three', streaming_state: 'completed', blocks: [{ type: 'rich_text' }] },
      previous_message: { ts, text: '', streaming_state: 'in_progress', thread_ts: root.thread_ts },
    })
    expect(end?.event['ts']).toBe(end?.event['event_ts'])
    expect(end?.event['ts']).not.toBe(ts)
  })

  test('[STR-13] a stream that ends before its start was recorded still has both events', async () => {
    const { call, takeDeliveries } = await createSubscribedApp(open)
    const recipient = { recipient_user_id: 'U0ANA', recipient_team_id: 'T0ACME' }
    const { ts = '' } = await call(startStream, { ...root, ...recipient })
    await call(stopStream, { channel: root.channel, ts, markdown_text: 'Done' })
    await call(update, { channel: root.channel, ts, text: 'Done twice' })
    const [start, end, changed] = await takeDeliveries()
    expect(start?.event).toMatchObject({ text: '', streaming_state: 'in_progress' })
    expect(end?.event).toMatchObject({ message: { text: 'Done', streaming_state: 'completed' } })
    expect(changed?.event).toMatchObject({ message: { text: 'Done twice' }, previous_message: { text: 'Done' } })
    expect(changed?.event['message']).not.toHaveProperty('streaming_state')
  })

  test('[EVT-3] each change has the content before and after it, whatever changed later', async () => {
    const { call, takeDeliveries } = await createSubscribedApp(open)
    const { ts } = await call(postMessage, { channel: 'C0HELP', text: 'one' })
    await call(update, { channel: 'C0HELP', ts, text: 'two' })
    await call(update, { channel: 'C0HELP', ts, text: 'three' })
    const [posted, first, second] = await takeDeliveries()
    expect(posted?.event).toMatchObject({ text: 'one', bot_id: 'B0SCOUT', app_id: 'A0SCOUT' })
    expect(posted?.event).not.toHaveProperty('edited')
    expect(first?.event).toMatchObject({ message: { text: 'two' }, previous_message: { text: 'one' } })
    expect(second?.event).toMatchObject({ message: { text: 'three' }, previous_message: { text: 'two' } })
    expect(first!.event['event_ts']! < second!.event['event_ts']!).toBe(true)
  })

  test('[MSG-5] a deletion has no content, and neither has an event that was not recorded before it', async () => {
    const { call, store, takeDeliveries } = await createSubscribedApp(open)
    const { ts } = await call(postMessage, { channel: 'C0HELP', text: 'secret one' })
    await call(update, { channel: 'C0HELP', ts, text: 'secret two' })
    await recordNext(store, 'T0ACME')
    await call(update, { channel: 'C0HELP', ts, text: 'secret three' })
    await call(remove, { channel: 'C0HELP', ts })
    const left = await store.db.selectFrom('deliveries').selectAll().execute()
    const log = await store.db.selectFrom('log').selectAll().execute()
    expect(JSON.stringify([left, log])).not.toContain('secret')
    const [gone, ...rest] = await takeDeliveries()
    expect(rest).toEqual([])
    expect(gone?.event).toMatchObject({
      subtype: 'message_deleted',
      hidden: true,
      deleted_ts: ts,
      previous_message: { type: 'message', ts, user: 'U0SCOUT', bot_id: 'B0SCOUT', text: '' },
    })
  })

  test('[EVT-16] an app that may read files has one event for each shared file, in addition to the message', async () => {
    const subscriptions = [...everyEvent, 'file_shared']
    const scopes = ['channels:history', 'chat:write', 'files:write']
    for (const [more, expected] of [
      [['files:read'], ['file_shared', 'file_shared', 'message']],
      [[], ['message']],
    ] as const) {
      const { call, takeDeliveries } = await createSubscribedApp(open, {
        events: subscriptions,
        scopes: [...scopes, ...more],
      })
      const ids = [await uploadFile(call, 'a.txt'), await uploadFile(call, 'b.txt')]
      await call(completeUploadExternal, { files: ids.map((id) => ({ id })), channel_id: 'C0HELP' })
      const all = await takeDeliveries()
      expect(all.map(({ type }) => type)).toEqual(expected)
      const ts = all.at(-1)?.event['ts']
      const of = { user_id: 'U0SCOUT', channel_id: 'C0HELP', event_ts: expect.any(String) }
      expect(all.flatMap(({ type, event }) => (type === 'file_shared' ? [event] : [])).toSorted(byFile)).toEqual(
        more.length === 0
          ? []
          : ids.toSorted().map((id) => ({ type: 'file_shared', file_id: id, file: { id }, ...of })),
      )
      // [MSG-5] If the message is deleted before any event is sent, the events of its files are dropped too.
      expect(all.every((one) => one.ts === ts)).toBe(true)
    }
  })

  test('a mention is an event in addition to the message, except in direct messages and for other apps', async () => {
    const { sendAsAna, takeDeliveries } = await createSubscribedApp(open)
    await sendAsAna('C0HELP', 'Ask <@U0BEN>')
    await sendAsAna('D0ANASCOUT', '<@U0SCOUT> hi')
    await sendAsAna('C0HELP', '`<@U0SCOUT>` is how to write it')
    expect((await takeDeliveries()).map(({ type }) => type)).toEqual(['message', 'message', 'message'])
    const ts = await sendAsAna('C0HELP', '<@U0SCOUT> and <@U0SCOUT>, hi')
    const both = await takeDeliveries()
    expect(both.map(({ type }) => type).toSorted()).toEqual(['app_mention', 'message'])
    const mention = both.find(({ type }) => type === 'app_mention')?.event
    expect(mention).toMatchObject({ user: 'U0ANA', channel: 'C0HELP', team: 'T0ACME', ts, event_ts: ts })
    expect(mention?.['text']).toBe('<@U0SCOUT> and <@U0SCOUT>, hi')
    expect(mention).not.toHaveProperty('channel_type')
  })

  test('[MSG-8] a reply that is broadcast at once or later', async () => {
    const { call, takeDeliveries, takeEvents } = await createSubscribedApp(open)
    const first = await call(postMessage, { ...root, text: 'Fixed', reply_broadcast: true })
    const second = await call(postMessage, { ...root, text: 'Not quite' })
    await call(update, { channel: root.channel, ts: second.ts, reply_broadcast: true })
    await call(remove, { channel: root.channel, ts: first.ts })
    const [deleted, ...events] = (await takeEvents()).toReversed()
    const [changed, reply] = events
    // If a message is deleted before its event is sent, no event has its content.
    expect(events).toHaveLength(2)
    expect(reply).toMatchObject({ type: 'message', text: 'Not quite', thread_ts: root.thread_ts })
    expect(reply).not.toHaveProperty('subtype')
    expect(reply).not.toHaveProperty('root')
    expect(changed).toMatchObject({
      subtype: 'message_changed',
      message: { subtype: 'thread_broadcast', text: 'Not quite', root: { ts: root.thread_ts, reply_count: 1 } },
      previous_message: { text: 'Not quite', ts: second.ts },
    })
    expect(changed?.['previous_message']).not.toHaveProperty('subtype')
    expect(deleted).toMatchObject({ subtype: 'message_deleted', deleted_ts: first.ts })

    const third = await call(postMessage, { ...root, text: 'Now it is', reply_broadcast: true })
    const [broadcast, ...more] = await takeDeliveries()
    expect(more).toEqual([])
    expect(broadcast?.event).toMatchObject({
      type: 'message',
      subtype: 'thread_broadcast',
      text: 'Now it is',
      user: 'U0SCOUT',
      ts: third.ts,
      event_ts: third.ts,
      thread_ts: root.thread_ts,
      channel: 'C0HELP',
      channel_type: 'channel',
      root: {
        type: 'message',
        user: 'U0BEN',
        ts: root.thread_ts,
        thread_ts: root.thread_ts,
        reply_count: 2,
        reply_users: ['U0SCOUT'],
        reply_users_count: 1,
        latest_reply: third.ts,
      },
    })
  })
})

const byFile = (a: { file_id?: unknown }, b: { file_id?: unknown }) => (String(a.file_id) < String(b.file_id) ? -1 : 1)

type Call = Awaited<ReturnType<typeof createWorkspace>>['call']

/** Creates a file of the app and uploads its bytes. Returns its id. */
async function uploadFile(call: Call, filename: string): Promise<string> {
  const { upload_url: url = '', file_id: id = '' } = await call(getUploadURLExternal, { filename, length: 5 })
  expect((await fetch(url, { method: 'POST', body: 'bytes' })).status).toBe(200)
  return id
}
