import { describe, expect, test } from 'vitest'
import { turnClock } from '#domain/clock'
import { setStatus } from '#methods/assistant/threads/setStatus'
import { history } from '#methods/conversations/history'
import { replies } from '#methods/conversations/replies'
import { setTopic } from '#methods/conversations/setTopic'
import { ownPeople } from '#testing/workspace/files'
import { refusedLinks, refusedReach } from '#testing/calls/refusedPlaces'
import { eachOf, expectRefusal, type Refusals } from '#testing/calls/refusals'
import { rooms, uma } from '#testing/workspace/channels'
import { aWorkspace, type Workspace } from '#testing/workspace/workspace'
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
  test('changes what a message says, and marks it as edited', async () => {
    const { call } = await aWorkspace()
    const { ts } = await call(postMessage, help)

    const answer = await call(update, { channel: 'C0HELP', ts, text: '*Aha*' })

    const edited = { user: 'U0SCOUT', ts: expect.stringMatching(/^\d{10}\.000000$/) }
    expect(answer).toMatchObject({ ok: true, channel: 'C0HELP', ts, text: '*Aha*', message: { text: '*Aha*', edited } })
    const { messages } = await call(history, { channel: 'C0HELP', limit: 1 })
    expect(messages).toMatchObject([{ ts, text: '*Aha*', edited, blocks: [{ type: 'rich_text' }] }])
  })

  test('[MSG-2] text without blocks takes the place of the blocks, Markdown of both', async () => {
    const { call } = await aWorkspace()
    const { ts } = await call(postMessage, { ...help, blocks: [section, divider] })

    const { message } = await call(update, { channel: 'C0HELP', ts, text: 'Aha' })
    expect(message).toMatchObject({ text: 'Aha', blocks: [{ type: 'rich_text' }] })

    const inMarkdown = await call(update, { channel: 'C0HELP', ts, markdown_text: '# Aha' })
    expect(inMarkdown.message).toMatchObject({ markdown_text: '# Aha', blocks: [{ type: 'header' }] })
    const plain = await call(update, { channel: 'C0HELP', ts, text: 'Aha' })
    expect(plain.message).not.toHaveProperty('markdown_text')
  })

  test('[MSG-2] an empty array of blocks takes them away, and leaves the text', async () => {
    const { call } = await aWorkspace()
    const { ts } = await call(postMessage, { ...help, blocks: [section, divider] })
    const { message } = await call(update, { channel: 'C0HELP', ts, blocks: [] })
    expect(message).toMatchObject({ text: 'Hm', blocks: [{ type: 'rich_text' }] })
  })

  test('[MSG-2] metadata stays until others come, or none: {}', async () => {
    const { call } = await aWorkspace()
    const { ts } = await call(postMessage, { ...help, metadata })
    const change = async (args: object) => (await call(update, { channel: 'C0HELP', ts, ...args })).message?.metadata

    expect(await change({ text: 'Aha' })).toEqual(metadata)
    expect(await change({ metadata: { ...metadata, event_type: 'y' } })).toEqual({ ...metadata, event_type: 'y' })
    expect(await change({ metadata: {} })).toBeUndefined()
  })

  test('[MSG-3] the same words, blocks and metadata leave no mark of an edit', async () => {
    const { call } = await aWorkspace()
    const { ts } = await call(postMessage, help)
    for (const change of [{ text: 'Hm', blocks: [], metadata }, { metadata }, { text: 'Aha', blocks: [section] }]) {
      const { message } = await call(update, { channel: 'C0HELP', ts, ...change }, { as: 'form' })
      expect(message).toMatchObject({ ts })
      expect(message).not.toHaveProperty('edited')
    }
  })

  test("a person's own message is changed with their token", async () => {
    const { call } = await aWorkspace()
    const ana = { token: 'xoxp-acme-ana' }
    const { ts } = await call(postMessage, help, ana)
    expect(await call(update, { channel: 'C0HELP', ts, text: 'Aha' }, ana)).toMatchObject({
      message: { user: 'U0ANA', text: 'Aha', edited: { user: 'U0ANA' } },
    })
  })

  test('[STA-2] a status stays: no new message came', async () => {
    const { call, statusSeenBy } = await aWorkspace()
    const { ts } = await call(postMessage, { ...dm, text: 'Hm' })
    await call(setStatus, { channel_id: dm.channel, thread_ts: root, status: 'is thinking...' })
    await call(update, { channel: dm.channel, ts, text: 'Aha' })
    expect(await statusSeenBy('ana', dm.channel, root)).toMatchObject({ text: expect.stringContaining('thinking') })
  })

  test('[MSG-1] a stream that has ended is a message like any other from then on', async () => {
    const { call, seenBy } = await aWorkspace()
    const { ts } = await call(startStream, { ...dm, markdown_text: '**Hm**' })
    await call(stopStream, { channel: dm.channel, ts })

    await call(update, { channel: dm.channel, ts, text: 'Aha' })

    const [, message] = await seenBy('ana', dm.channel, root)
    expect(message).toMatchObject({ ts, text: 'Aha', edited: { user: 'U0SCOUT' } })
    expect(message).not.toHaveProperty('streaming_state')
    expect(await call(appendStream, { channel: dm.channel, ts, markdown_text: 'x' })).toMatchObject({
      error: 'message_not_in_streaming_state',
    })
  })

  test('[MSG-1] a stream that time has ended can be changed, whether or not that is written down', async () => {
    const { call } = await aWorkspace()
    const { ts } = await call(startStream, { ...dm, markdown_text: 'Hm' })
    turnClock(600_000)
    const { message } = await call(update, { channel: dm.channel, ts, text: 'Aha' })
    expect(message).toMatchObject({ text: 'Aha' })
    expect(message).not.toHaveProperty('streaming_state')
  })

  test('[MSG-8] sends a reply to the channel too, once and for good, and changes it in both places', async () => {
    const { call } = await aWorkspace()
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

  test('[MSG-8] a channel where apps write in threads alone takes none of their replies', async () => {
    const { call } = await aWorkspace()
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

  test('[ROM-8] what became of a channel is nobody’s to change', async () => {
    const { call } = await aWorkspace({ file: rooms })
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

  // One case for each declared error: the compiler asks for the missing ones.
  const own = { args: {}, after: posted }
  const refused: Refusals<typeof update> = {
    ...refusedReach((channel) => ({ channel, ts: root, text: 'x' })),
    ...refusedLinks((channel) => ({ channel, ts: root, text: 'x' })),
    markdown_text_conflict: { args: { ...help, ts: root, markdown_text: 'x' }, says: '`markdown_text`' },
    no_text: { ...own, says: '`metadata`' },
    msg_too_long: { ...own, args: { text: 'x'.repeat(40_001) }, says: '40001' },
    invalid_blocks: { ...own, args: { blocks: [{ type: 'header' }] }, says: '/blocks/0' },
    invalid_blocks_format: { ...own, args: { blocks: '{' }, as: 'form', says: 'JSON' },
    msg_blocks_too_long: { ...own, args: { blocks: Array.from({ length: 51 }, () => divider) }, says: '50' },
    invalid_metadata_format: { ...own, args: { metadata: [] }, says: 'object' },
    invalid_metadata_schema: { ...own, args: { metadata: { event_payload: {} } }, says: '`event_type`' },
    metadata_too_large: {
      ...own,
      args: { metadata: { event_type: 'x', event_payload: { a: 'x'.repeat(17_000) } } },
      says: '16384',
    },
    metadata_must_be_sent_from_app: {
      args: { channel: 'C1', ts: root, text: 'x', metadata },
      token: 'xoxp-own',
      file: ownPeople,
      says: 'app',
    },
    message_not_found: { args: { ...help, ts: '1767225600.999999' }, says: '1767225600.999999' },
    cant_update_message: { args: { ...help, ts: root }, says: 'U0BEN' },
    cant_broadcast_message: { ...own, args: { reply_broadcast: true }, says: 'no reply' },
    no_dual_broadcast_content_update: {
      args: { text: 'Aha', reply_broadcast: true },
      after: async ({ call }) => {
        const { channel, ts } = await call(postMessage, { ...help, thread_ts: root })
        return { channel, ts }
      },
      says: 'in a call of its own',
    },
    streaming_state_conflict: { args: { text: 'x' }, after: streaming, says: 'chat.stopStream' },
    block_mismatch: {
      args: { blocks: [divider] },
      after: async (scene) => {
        const stream = await streaming(scene)
        await scene.call(stopStream, stream)
        return stream
      },
      says: 'rich_text',
    },
    messaging_processing_failed: {
      args: { text: 'x' },
      breaks: true,
      says: 'nothing was written',
      after: async (scene) => {
        const message = await posted(scene)
        await scene.store.db.schema.alterTable('messages').renameColumn('edited_at', 'gone').execute()
        return message
      },
    },
  }
  test.each(eachOf(refused))('[ORD] refuses with %s, and changes nothing', (error, call) =>
    expectRefusal(update, error, call),
  )

  test('no_text, where nothing would be left of the message', () =>
    expectRefusal(update, 'no_text', {
      args: { blocks: [] },
      after: async ({ call }) => {
        const { channel, ts } = await call(postMessage, { channel: 'C0HELP', blocks: [divider] })
        return { channel, ts }
      },
      says: 'left',
    }))

  test('[MSG-4] rich text of a person is not replaced by blocks without any, and may be by some with', async () => {
    const { call } = await aWorkspace({ file: ownPeople })
    const change = (blocks: object[]) => call(update, { channel: 'C1', ts: root, blocks }, { token: 'xoxp-own' })
    const rich = { type: 'rich_text', elements: [] }
    expect(await change([divider])).toMatchObject({ ok: false, error: 'block_mismatch' })
    expect(await change([rich, divider])).toMatchObject({ ok: true })
  })
})

async function posted({ call }: Workspace) {
  const { channel, ts } = await call(postMessage, help)
  return { channel, ts }
}

async function streaming({ call }: Workspace) {
  const { channel, ts } = await call(startStream, { ...dm, markdown_text: 'Hm' })
  return { channel, ts }
}
