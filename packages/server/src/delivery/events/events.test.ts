import { describe, expect, test } from 'vitest'
import { react, say } from '#domain/people/actions'
import { invite as inviteTo } from '#domain/channels/members'
import { remove } from '#methods/chat/delete'
import { postMessage } from '#methods/chat/postMessage'
import { startStream } from '#methods/chat/startStream'
import { appendStream } from '#methods/chat/appendStream'
import { stopStream } from '#methods/chat/stopStream'
import { update } from '#methods/chat/update'
import { invite } from '#methods/conversations/membership/invite'
import { kick } from '#methods/conversations/membership/kick'
import { archive } from '#methods/conversations/archive'
import { rename } from '#methods/conversations/rename'
import { setPurpose } from '#methods/conversations/setPurpose'
import { setTopic } from '#methods/conversations/setTopic'
import { unarchive } from '#methods/conversations/unarchive'
import { completeUploadExternal } from '#methods/files/completeUploadExternal'
import { getUploadURLExternal } from '#methods/files/getUploadURLExternal'
import { personCaller } from '#domain/people/actions'
import { onBothDatabases } from '#testing/server/databases'
import { everyEvent, socketApp } from '#testing/workspace/scout'
import { aWorkspace } from '#testing/workspace/workspace'
import type { Store } from '#store/db'
import { recordEvents } from '#delivery/outbox/recordEvents'

const root = { channel: 'C0HELP', thread_ts: '1767225600.000100' }

onBothDatabases('events for apps', (open) => {
  async function aListener(given: Parameters<typeof socketApp>[0] = {}) {
    const scene = await aWorkspace({ store: await open(), file: socketApp(given) })
    const { store } = scene
    await told(store)
    return {
      ...scene,
      told: () => told(store),
      say: async (channelId: string, text: string, threadTs?: string) =>
        store.write(async (tx) => say(tx, (await personCaller(tx, 'T0ACME', 'U0ANA'))!, { channelId, text, threadTs })),
    }
  }

  test('a message of a person, in the words and with the key of its place', async () => {
    const { say, told } = await aListener()
    const ts = await say('C0HELP', 'Hello **there**')
    const reply = await say('C0HELP', 'And again', ts)
    const direct = await say('D0ANASCOUT', 'Just us')
    const [first, second, third, ...more] = await told()
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

  test('[STR-13] a stream: its start without words, nothing as it grows, a hidden change at its end', async () => {
    const { call, told } = await aListener()
    const recipient = { recipient_user_id: 'U0ANA', recipient_team_id: 'T0ACME' }
    const { ts = '' } = await call(startStream, { ...root, ...recipient, markdown_text: 'One' })
    await call(appendStream, { channel: root.channel, ts, markdown_text: ' two' })
    const [start, ...none] = await told()
    await call(appendStream, { channel: root.channel, ts, markdown_text: ' three' })
    expect(await told()).toEqual([])
    await call(stopStream, { channel: root.channel, ts })
    const [end, ...rest] = await told()

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

  test('[STR-13] a stream that is over before anybody was told of it is told of in both', async () => {
    const { call, told } = await aListener()
    const recipient = { recipient_user_id: 'U0ANA', recipient_team_id: 'T0ACME' }
    const { ts = '' } = await call(startStream, { ...root, ...recipient })
    await call(stopStream, { channel: root.channel, ts, markdown_text: 'Done' })
    await call(update, { channel: root.channel, ts, text: 'Done twice' })
    const [start, end, changed] = await told()
    expect(start?.event).toMatchObject({ text: '', streaming_state: 'in_progress' })
    expect(end?.event).toMatchObject({ message: { text: 'Done', streaming_state: 'completed' } })
    expect(changed?.event).toMatchObject({ message: { text: 'Done twice' }, previous_message: { text: 'Done' } })
    expect(changed?.event['message']).not.toHaveProperty('streaming_state')
  })

  test('[EVT-3] each change tells what was said before and after, whatever was said since', async () => {
    const { call, told } = await aListener()
    const { ts } = await call(postMessage, { channel: 'C0HELP', text: 'one' })
    await call(update, { channel: 'C0HELP', ts, text: 'two' })
    await call(update, { channel: 'C0HELP', ts, text: 'three' })
    const [posted, first, second] = await told()
    expect(posted?.event).toMatchObject({ text: 'one', bot_id: 'B0SCOUT', app_id: 'A0SCOUT' })
    expect(posted?.event).not.toHaveProperty('edited')
    expect(first?.event).toMatchObject({ message: { text: 'two' }, previous_message: { text: 'one' } })
    expect(second?.event).toMatchObject({ message: { text: 'three' }, previous_message: { text: 'two' } })
    expect(first!.event['event_ts']! < second!.event['event_ts']!).toBe(true)
  })

  test('[MSG-5] a message that is deleted: no word of it, nor of what was not told yet', async () => {
    const { call, told, store } = await aListener()
    const { ts } = await call(postMessage, { channel: 'C0HELP', text: 'secret one' })
    await call(update, { channel: 'C0HELP', ts, text: 'secret two' })
    await store.write(recordEvents)
    await call(update, { channel: 'C0HELP', ts, text: 'secret three' })
    await call(remove, { channel: 'C0HELP', ts })
    const left = await store.db.selectFrom('deliveries').selectAll().execute()
    const log = await store.db.selectFrom('log').selectAll().execute()
    expect(JSON.stringify([left, log])).not.toContain('secret')
    const [gone, ...rest] = await told()
    expect(rest).toEqual([])
    expect(gone?.event).toMatchObject({
      subtype: 'message_deleted',
      hidden: true,
      deleted_ts: ts,
      previous_message: { type: 'message', ts, user: 'U0SCOUT', bot_id: 'B0SCOUT', text: '' },
    })
  })

  test('[EVT-16] each file that a message shares, beside the message, to apps that may read files', async () => {
    const heard = [...everyEvent, 'file_shared']
    const scopes = ['channels:history', 'chat:write', 'files:write']
    for (const [more, expected] of [
      [['files:read'], ['file_shared', 'file_shared', 'message']],
      [[], ['message']],
    ] as const) {
      const { call, told } = await aListener({ events: heard, scopes: [...scopes, ...more] })
      const ids = [await uploaded(call, 'a.txt'), await uploaded(call, 'b.txt')]
      await call(completeUploadExternal, { files: ids.map((id) => ({ id })), channel_id: 'C0HELP' })
      const all = await told()
      expect(all.map(({ type }) => type)).toEqual(expected)
      const ts = all.at(-1)?.event['ts']
      const of = { user_id: 'U0SCOUT', channel_id: 'C0HELP', event_ts: expect.any(String) }
      expect(all.flatMap(({ type, event }) => (type === 'file_shared' ? [event] : [])).toSorted(byFile)).toEqual(
        more.length === 0
          ? []
          : ids.toSorted().map((id) => ({ type: 'file_shared', file_id: id, file: { id }, ...of })),
      )
      // [MSG-5] What goes with the message before anybody is told goes with its files.
      expect(all.every((one) => one.ts === ts)).toBe(true)
    }
  })

  test('a mention, beside the message, and none in a direct message or of another', async () => {
    const { say, told } = await aListener()
    await say('C0HELP', 'Ask <@U0BEN>')
    await say('D0ANASCOUT', '<@U0SCOUT> hi')
    await say('C0HELP', '`<@U0SCOUT>` is how to write it')
    expect((await told()).map(({ type }) => type)).toEqual(['message', 'message', 'message'])
    const ts = await say('C0HELP', '<@U0SCOUT> and <@U0SCOUT>, hi')
    const both = await told()
    expect(both.map(({ type }) => type).toSorted()).toEqual(['app_mention', 'message'])
    const mention = both.find(({ type }) => type === 'app_mention')?.event
    expect(mention).toMatchObject({ user: 'U0ANA', channel: 'C0HELP', team: 'T0ACME', ts, event_ts: ts })
    expect(mention?.['text']).toBe('<@U0SCOUT> and <@U0SCOUT>, hi')
    expect(mention).not.toHaveProperty('channel_type')
  })

  test('reactions that come and go', async () => {
    const { store, told } = await aListener()
    const reacting = { channelId: 'C0HELP', ts: root.thread_ts, name: 'thumbsup' }
    for (const wanted of [true, false])
      await store.write(async (tx) => react(tx, (await personCaller(tx, 'T0ACME', 'U0ANA'))!, { ...reacting, wanted }))
    const item = { type: 'message', channel: 'C0HELP', ts: root.thread_ts }
    const both = { user: 'U0ANA', reaction: '+1', item_user: 'U0BEN', item, event_ts: expect.any(String) }
    expect((await told()).map(({ event }) => event)).toEqual([
      { type: 'reaction_added', ...both },
      { type: 'reaction_removed', ...both },
    ])
  })

  test('people who come and go', async () => {
    const { call, told } = await aListener()
    await call(invite, { channel: 'C0HELP', users: 'U0EVE' })
    await call(kick, { channel: 'C0HELP', user: 'U0EVE' })
    const both = { user: 'U0EVE', channel: 'C0HELP', channel_type: 'C', team: 'T0ACME', event_ts: expect.any(String) }
    const message = { type: 'message', user: 'U0EVE', channel: 'C0HELP', channel_type: 'channel', team: 'T0ACME' }
    const ts = expect.stringMatching(/^\d{10}\.\d{6}$/)
    const events = (await told()).map(({ event }) => event)
    expect(events).toEqual([
      { type: 'member_joined_channel', ...both, inviter: 'U0SCOUT' },
      {
        ...message,
        subtype: 'channel_join',
        text: '<@U0EVE> has joined the channel',
        inviter: 'U0SCOUT',
        blocks: [],
        ts,
        event_ts: ts,
      },
      { type: 'member_left_channel', ...both },
      { ...message, subtype: 'channel_leave', text: '<@U0EVE> has left the channel', blocks: [], ts, event_ts: ts },
    ])
    for (const { type, ts: of, event_ts: at } of events) if (type === 'message') expect(at).toBe(of)
  })

  test('[ROM-8] what became of a channel, also of the app itself, which nobody has mentioned by that', async () => {
    const { call, store, told } = await aListener()
    const ana = (await personCaller(store.db, 'T0ACME', 'U0ANA'))!
    await store.write((tx) => inviteTo(tx, ana, 'C0SECRET', ['U0SCOUT'], false))
    await call(setTopic, { channel: 'C0HELP', topic: 'Ask <@U0SCOUT>' })
    await call(setPurpose, { channel: 'C0HELP', purpose: 'Printers' })
    await call(rename, { channel: 'C0HELP', name: 'printers' })
    await call(archive, { channel: 'C0HELP' })
    await call(unarchive, { channel: 'C0HELP' })
    const events = (await told()).map(({ event }) => event)
    expect(events.filter(({ type }) => type === 'message')).toMatchObject([
      { subtype: 'channel_join', user: 'U0SCOUT', inviter: 'U0ANA', channel: 'C0SECRET', channel_type: 'group' },
      { subtype: 'channel_topic', user: 'U0SCOUT', topic: 'Ask <@U0SCOUT>', channel_type: 'channel' },
      { subtype: 'channel_purpose', purpose: 'Printers' },
      { subtype: 'channel_name', old_name: 'help-desk', name: 'printers' },
      { subtype: 'channel_archive', text: '<@U0SCOUT> archived the channel' },
      { subtype: 'channel_unarchive', text: '<@U0SCOUT> un-archived the channel' },
    ])
    expect(events.filter(({ type }) => type === 'app_mention')).toEqual([])
  })

  test('[MSG-8] a reply that was sent to the channel too, at once or later', async () => {
    const { call, told } = await aListener()
    const first = await call(postMessage, { ...root, text: 'Fixed', reply_broadcast: true })
    const second = await call(postMessage, { ...root, text: 'Not quite' })
    await call(update, { channel: root.channel, ts: second.ts, reply_broadcast: true })
    await call(remove, { channel: root.channel, ts: first.ts })
    const [deleted, ...events] = (await told()).map(({ event }) => event).toReversed()
    const [changed, reply] = events
    // What was deleted before anybody was told of it is not told of in words.
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
    const [broadcast, ...more] = await told()
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

  describe('[EVT-1, EVT-2] are for apps alone that', () => {
    test.each([
      ['subscribe to them', { events: everyEvent.filter((event) => event !== 'message.channels') }],
      ['have the scope', { scopes: ['groups:history', 'im:history'] }],
      ['are connected over Socket Mode', { socketMode: false }],
      ['are not removed', { removed: true }],
      ['have a token that holds', { revoked: true }],
    ])('%s', async (_which, given) => {
      const { say, told } = await aListener(given)
      await say('C0HELP', 'Hm')
      expect(await told()).toEqual([])
    })

    test('are in the channel, and not blocked there', async () => {
      const { store, say, told } = await aListener()
      await say('C0NOBOT', 'No bots')
      await say('C0SECRET', 'Private')
      expect(await told()).toEqual([])
      await store.write((tx) =>
        tx
          .updateTable('channels')
          .set({ blocked_apps: ['A0SCOUT'] })
          .where('id', '=', 'C0HELP')
          .execute(),
      )
      store.db.memory.clear()
      await say('C0HELP', 'Blocked')
      expect(await told()).toEqual([])
    })
  })

  test('[EVT-4] each is recorded once, also when two record at once', async () => {
    const { say, store } = await aListener()
    for (let i = 0; i < 5; i++) await say('C0HELP', `Message ${i}`)
    await Promise.all([store.write(recordEvents), store.write(recordEvents)])
    const rows = await store.db.selectFrom('deliveries').select('event').orderBy('seq').execute()
    expect(rows.map(({ event }) => event['text'])).toEqual(Array.from({ length: 5 }, (_, i) => `Message ${i}`))
    expect(await store.db.selectFrom('log').select('seq').where('change', 'is not', null).execute()).toEqual([])
  })
})

const byFile = (a: { file_id?: unknown }, b: { file_id?: unknown }) => (String(a.file_id) < String(b.file_id) ? -1 : 1)

type Call = Awaited<ReturnType<typeof aWorkspace>>['call']

/** A file of the app whose bytes are there. */
async function uploaded(call: Call, filename: string): Promise<string> {
  const { upload_url: url = '', file_id: id = '' } = await call(getUploadURLExternal, { filename, length: 5 })
  expect((await fetch(url, { method: 'POST', body: 'bytes' })).status).toBe(200)
  return id
}

/** What apps are told since the last time. */
async function told(store: Store) {
  while (await store.write(recordEvents));
  const rows = await store.db.selectFrom('deliveries').selectAll().orderBy('seq').orderBy('type').execute()
  await store.write((tx) => tx.deleteFrom('deliveries').execute())
  return rows
}
