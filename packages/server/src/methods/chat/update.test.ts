import { describe, expect, test } from 'vitest'
import { setStatus } from '#methods/assistant/threads/setStatus'
import { history } from '#methods/conversations/history'
import { replies } from '#methods/conversations/replies'
import { setTopic } from '#methods/conversations/setTopic'
import { channelsFile, uma } from '#testing/workspace/channels'
import { createWorkspace } from '#testing/workspace/workspace'
import { appendStream } from './appendStream.ts'
import { remove } from './delete.ts'
import { postMessage } from './postMessage.ts'
import { startStream } from './startStream.ts'
import { stopStream } from './stopStream.ts'
import { update } from './update.ts'

const root = '1767225600.000100'
const help = { channel: 'C0HELP', text: 'Hm' }
const dm = { channel: 'D0ANASCOUT', thread_ts: root }
const divider = { type: 'divider' }
const section = { type: 'section', text: { type: 'mrkdwn', text: 'Done' } }
const metadata = { event_type: 'x', event_payload: { a: 1 } }

describe('chat.update', () => {
  test('changes a message, and marks it as edited', async () => {
    const { call } = await createWorkspace()
    const { ts } = await call(postMessage, help)

    const answer = await call(update, { channel: 'C0HELP', ts, text: '*Aha*' })

    const edited = { user: 'U0SCOUT', ts: expect.stringMatching(/^\d{10}\.000000$/) }
    expect(answer).toMatchObject({ ok: true, channel: 'C0HELP', ts, text: '*Aha*', message: { text: '*Aha*', edited } })
    const { messages } = await call(history, { channel: 'C0HELP', limit: 1 })
    expect(messages).toMatchObject([{ ts, text: '*Aha*', edited, blocks: [{ type: 'rich_text' }] }])
  })

  test('[MSG-2] text without blocks replaces the blocks, Markdown replaces both', async () => {
    const { call } = await createWorkspace()
    const { ts } = await call(postMessage, { ...help, blocks: [section, divider] })

    const { message } = await call(update, { channel: 'C0HELP', ts, text: 'Aha' })
    expect(message).toMatchObject({ text: 'Aha', blocks: [{ type: 'rich_text' }] })

    const inMarkdown = await call(update, { channel: 'C0HELP', ts, markdown_text: '# Aha' })
    expect(inMarkdown.message).toMatchObject({ markdown_text: '# Aha', blocks: [{ type: 'header' }] })
    const plain = await call(update, { channel: 'C0HELP', ts, text: 'Aha' })
    expect(plain.message).not.toHaveProperty('markdown_text')
  })

  test('[MSG-2] an empty array of blocks removes them, and keeps the text', async () => {
    const { call } = await createWorkspace()
    const { ts } = await call(postMessage, { ...help, blocks: [section, divider] })
    const { message } = await call(update, { channel: 'C0HELP', ts, blocks: [] })
    expect(message).toMatchObject({ text: 'Hm', blocks: [{ type: 'rich_text' }] })
  })

  test('[MSG-2] metadata stays until it is replaced, or removed with {}', async () => {
    const { call } = await createWorkspace()
    const { ts } = await call(postMessage, { ...help, metadata })
    const change = async (args: object) => (await call(update, { channel: 'C0HELP', ts, ...args })).message?.metadata

    expect(await change({ text: 'Aha' })).toEqual(metadata)
    expect(await change({ metadata: { ...metadata, event_type: 'y' } })).toEqual({ ...metadata, event_type: 'y' })
    expect(await change({ metadata: {} })).toBeUndefined()
  })

  test('[MSG-3] the same text, blocks and metadata do not mark an edit', async () => {
    const { call } = await createWorkspace()
    const { ts } = await call(postMessage, help)
    for (const change of [{ text: 'Hm', blocks: [], metadata }, { metadata }, { text: 'Aha', blocks: [section] }]) {
      const { message } = await call(update, { channel: 'C0HELP', ts, ...change }, { as: 'form' })
      expect(message).toMatchObject({ ts })
      expect(message).not.toHaveProperty('edited')
    }
  })

  test("a person's own message is changed with their token", async () => {
    const { call } = await createWorkspace()
    const ana = { token: 'xoxp-acme-ana' }
    const { ts } = await call(postMessage, help, ana)
    expect(await call(update, { channel: 'C0HELP', ts, text: 'Aha' }, ana)).toMatchObject({
      message: { user: 'U0ANA', text: 'Aha', edited: { user: 'U0ANA' } },
    })
  })

  test('[STA-2] a status stays: no new message came', async () => {
    const { call, readStatusAs } = await createWorkspace()
    const { ts } = await call(postMessage, { ...dm, text: 'Hm' })
    await call(setStatus, { channel_id: dm.channel, thread_ts: root, status: 'is thinking...' })
    await call(update, { channel: dm.channel, ts, text: 'Aha' })
    expect(await readStatusAs('ana', dm.channel, root)).toMatchObject({ text: expect.stringContaining('thinking') })
  })

  test('[MSG-1] an ended stream can be changed like any other message', async () => {
    const { call, readMessagesAs } = await createWorkspace()
    const { ts } = await call(startStream, { ...dm, markdown_text: '**Hm**' })
    await call(stopStream, { channel: dm.channel, ts })

    await call(update, { channel: dm.channel, ts, text: 'Aha' })

    const [, message] = await readMessagesAs('ana', dm.channel, root)
    expect(message).toMatchObject({ ts, text: 'Aha', edited: { user: 'U0SCOUT' } })
    expect(message).not.toHaveProperty('streaming_state')
    expect(await call(appendStream, { channel: dm.channel, ts, markdown_text: 'x' })).toMatchObject({
      error: 'message_not_in_streaming_state',
    })
  })

  test('[MSG-1] a stream that has timed out can be changed, whether or not its end is stored', async () => {
    const { call, store } = await createWorkspace()
    const { ts } = await call(startStream, { ...dm, markdown_text: 'Hm' })
    store.db.clock.advance(600_000)
    const { message } = await call(update, { channel: dm.channel, ts, text: 'Aha' })
    expect(message).toMatchObject({ text: 'Aha' })
    expect(message).not.toHaveProperty('streaming_state')
  })

  test('[MSG-8] sends a reply to the channel too, once and irrevocably, and changes it in both places', async () => {
    const { call } = await createWorkspace()
    const { ts } = await call(postMessage, { ...help, thread_ts: root })
    const at = { channel: 'C0HELP', ts }
    const inHistory = async () => (await call(history, { channel: 'C0HELP' })).messages?.filter((one) => one.ts === ts)
    expect(await inHistory()).toEqual([])
    for (const words of [{}, { text: 'Hm' }]) {
      const { message } = await call(update, { ...at, ...words, reply_broadcast: true })
      expect(message).toMatchObject({ subtype: 'thread_broadcast', text: 'Hm', root: { ts: root, reply_count: 1 } })
      expect(message).not.toHaveProperty('edited')
    }
    for (const broadcast of [{ reply_broadcast: true }, { reply_broadcast: false }, {}]) {
      const text = `Aha ${JSON.stringify(broadcast)}`
      await call(update, { ...at, text, ...broadcast })
      const { messages: thread } = await call(replies, { channel: 'C0HELP', ts: root })
      expect(thread?.at(-1)).toMatchObject({ subtype: 'thread_broadcast', text: expect.stringContaining('Aha') })
      expect(await inHistory()).toEqual([thread?.at(-1)])
    }
  })

  test('[MSG-8] a channel with posting in threads only accepts no broadcast of an app', async () => {
    const { call } = await createWorkspace()
    const reply = { channel: 'C0THREADS', text: 'Hm', thread_ts: root }
    const { ts } = await call(postMessage, reply)
    expect(await call(update, { channel: 'C0THREADS', ts, reply_broadcast: true })).toMatchObject({
      error: 'cant_broadcast_message',
      detail: expect.stringContaining('C0THREADS'),
    })
    expect(await call(postMessage, { ...reply, reply_broadcast: true })).toMatchObject({
      error: 'restricted_action_thread_only_channel',
    })
  })

  test('[ROM-8] nobody can change a system message', async () => {
    const { call } = await createWorkspace({ file: channelsFile })
    await call(setTopic, { channel: 'CHELP', topic: 'Printers' })
    const before = await call(history, { channel: 'CHELP' })
    const at = { channel: 'CHELP', ts: before.messages?.[0]?.ts ?? '' }
    for (const change of [{ text: 'Ours' }, { metadata }, { reply_broadcast: true }])
      expect(await call(update, { ...at, ...change })).toMatchObject({ error: 'cant_update_message' })
    expect(await call(history, { channel: 'CHELP' })).toEqual(before)
    expect(await call(remove, at, uma)).toMatchObject({ error: 'cant_delete_message' })
    expect(await call(remove, at)).toMatchObject({ ok: true })
    expect((await call(history, { channel: 'CHELP' })).messages).toEqual(before.messages?.slice(1))
  })
})
