import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { maxLength } from '#domain/lengths'
import { sendMessage } from '#domain/people/messages/send'
import { findPersonCaller } from '#domain/people/personCaller'
import { completeUploadExternal } from '#methods/files/completeUploadExternal'
import { startInteractiveServer, buttons } from '#testing/apps/interactiveServer'
import { uploadFile } from '#testing/calls/callContext'
import { acmeIds, createAcmeWorkspace } from '#testing/workspace/acme'
import { appendStream } from './appendStream.ts'
import { postEphemeral } from './postEphemeral.ts'
import { postMessage } from './postMessage.ts'
import { scheduleMessage } from './scheduleMessage.ts'
import { startStream } from './startStream.ts'
import { stopStream } from './stopStream.ts'
import { update } from './update.ts'

/** A block whose JSON has about so many characters. */
function blockOf(size: number) {
  const text = { type: 'text', text: 'x'.repeat(size) }
  return { type: 'rich_text', elements: [{ type: 'rich_text_section', elements: [text] }] }
}
const tooMany = [blockOf(maxLength.message)]
const many = [blockOf(60_000)]
const cards = Array.from({ length: 25 }, () => ({ text: 'x'.repeat(2000) }))

describe('[MSG-31] a message that is too large as a whole', () => {
  let scene: Awaited<ReturnType<typeof createAcmeWorkspace>>
  const { channel, user, team, ts: root } = acmeIds
  const post = async (args: object) => (await scene.call(postMessage, { channel, ...args })).ts
  const start = async (args: object = {}) => {
    const place = { channel, thread_ts: root, recipient_user_id: user, recipient_team_id: team }
    return (await scene.call(startStream, { ...place, ...args })).ts
  }
  const blocksChunk = (blocks: object[]) => [{ type: 'blocks', blocks }]
  beforeAll(async () => {
    scene = await createAcmeWorkspace()
  })
  afterAll(() => scene.close())

  const blocks = 'msg_blocks_too_long'
  const whole = 'msg_too_long'
  test.each<
    [name: string, error: string, method: Parameters<typeof scene.call>[0], args: () => object | Promise<object>]
  >([
    ['posted blocks', blocks, postMessage, () => ({ blocks: tooMany })],
    ['blocks and attachments', whole, postMessage, () => ({ blocks: many, attachments: cards })],
    [
      'text, attachments and metadata',
      whole,
      postMessage,
      () => ({
        text: 'x'.repeat(39_900),
        attachments: cards,
        metadata: { event_type: 'made', event_payload: { text: 'x'.repeat(12_000) } },
      }),
    ],
    ['an ephemeral message', blocks, postEphemeral, () => ({ user, blocks: tooMany })],
    ['a scheduled message', blocks, scheduleMessage, () => ({ post_at: inAnHour(), blocks: tooMany })],
    ['changed blocks', blocks, update, async () => ({ ts: await post({ text: 'x' }), blocks: tooMany })],
    ['more attachments', whole, update, async () => ({ ts: await post({ blocks: many }), attachments: cards })],
    [
      'metadata beside what stays',
      whole,
      update,
      async () => ({
        ts: await post({ blocks: [blockOf(90_000)] }),
        metadata: { event_type: 'made', event_payload: { text: 'x'.repeat(12_000) } },
      }),
    ],
    ['blocks of a chunk', blocks, appendStream, async () => ({ ts: await start(), chunks: blocksChunk(tooMany) })],
    [
      'blocks of several chunks',
      blocks,
      appendStream,
      async () => ({ ts: await start({ chunks: blocksChunk(many) }), chunks: blocksChunk(many) }),
    ],
    [
      'blocks below a stream',
      blocks,
      stopStream,
      async () => ({ ts: await start({ chunks: blocksChunk(many) }), blocks: many }),
    ],
  ])('is refused: %s', async (_name, error, method, prepare) => {
    const args = { channel, ...(await prepare()) }
    const before = await scene.countRows()

    const answer = await scene.call(method, args)

    expect(answer).toMatchObject({ ok: false, error, detail: expect.stringContaining('100000 characters of JSON') })
    expect(await scene.countRows()).toBe(before)
  })

  test('is refused with the first chunk of a stream', async () => {
    const before = await scene.countRows()
    const place = { channel, thread_ts: root, recipient_user_id: user, recipient_team_id: team }
    const answer = await scene.call(startStream, { ...place, chunks: blocksChunk(tooMany) })
    expect(answer).toMatchObject({ ok: false, error: blocks })
    expect(await scene.countRows()).toBe(before)
  })

  test('is refused as the message of files', async () => {
    const context = { ...acmeIds, call: scene.call, store: scene.store, text: 'Hm' }
    const id = await uploadFile(context)
    const answer = await scene.call(completeUploadExternal, { files: [{ id }], channel_id: channel, blocks: tooMany })
    expect(answer).toMatchObject({ ok: false, error: blocks })
  })

  test('is refused from a person', async () => {
    const person = await findPersonCaller(scene.store.db, team, user)
    const sending = scene.store.write((tx) =>
      sendMessage(tx, person!, { channelId: channel, blocks: tooMany as never }),
    )
    await expect(sending).rejects.toMatchObject({ code: blocks })
  })

  test('is refused as a response to an interaction', async () => {
    const scout = await startInteractiveServer()
    const { ts } = await scout.call('chat.postMessage', { channel, text: 'x', blocks: buttons })
    await scout.interact('press', { channel, ts, action_id: 'go' })
    const { response_url } = await scout.readLastDispatch()
    for (const replace_original of [true, false])
      expect(await scout.postToResponseUrl(response_url, { blocks: tooMany, replace_original })).toMatchObject({
        status: 400,
        body: { error: blocks },
      })
  })

  test('is none: streamed text, text at its limit with what the server makes of it, and 100,000 characters', async () => {
    const ts = await start({ markdown_text: 'x'.repeat(12_000) })
    for (let i = 0; i < 10; i++) await scene.call(appendStream, { channel, ts, markdown_text: '`a` '.repeat(3000) })
    expect(await scene.call(stopStream, { channel, ts, blocks: many })).toMatchObject({ ok: true })
    const metadata = { event_type: 'made', event_payload: {} }
    expect(await scene.call(update, { channel, ts, metadata })).toMatchObject({ ok: true })
    expect(await post({ text: '*a* '.repeat(10_000) })).toBeDefined()
    const room = maxLength.message - JSON.stringify([blockOf(0)]).length
    expect(await post({ blocks: [blockOf(room)] })).toBeDefined()
  })

  function inAnHour() {
    return Math.floor(scene.store.db.clock.now() / 1000) + 3600
  }
})
