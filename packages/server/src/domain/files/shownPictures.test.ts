import { expect, test } from 'vitest'
import { sendDueMessages } from '#domain/scheduled/sendDue'
import { postEphemeral } from '#methods/chat/postEphemeral'
import { postMessage } from '#methods/chat/postMessage'
import { remove } from '#methods/chat/delete'
import { appendStream } from '#methods/chat/appendStream'
import { startStream } from '#methods/chat/startStream'
import { stopStream } from '#methods/chat/stopStream'
import { scheduleMessage } from '#methods/chat/scheduleMessage'
import { update } from '#methods/chat/update'
import { history } from '#methods/conversations/history'
import { remove as removeFile } from '#methods/files/delete'
import { completeUploadExternal } from '#methods/files/completeUploadExternal'
import { info } from '#methods/files/info'
import { completeFile, createUserToken, uploadFile } from '#testing/apps/uploads'
import { onBothDatabases } from '#testing/database/databases'
import { rootTs } from '#testing/workspace/domain'
import { createWorkspace } from '#testing/workspace/workspace'

const channel = 'C0HELP'
const text = 'A picture'
const picture = (slack_file: object) => ({ type: 'image', slack_file, alt_text: 'A map' })
const isFault = (pointer: string) => {
  const line = `invalid slack file [json-pointer:${pointer}]`
  return { ok: false, error: 'invalid_blocks', errors: [line], response_metadata: { messages: [`[ERROR] ${line}`] } }
}

onBothDatabases('[FIL-20] a picture in blocks', (open) => {
  async function createScene() {
    const scene = await createWorkspace({ store: await open() })
    const id = await completeFile(scene, { name: 'map.png' })
    const ben = { token: await createUserToken(scene, 'xoxp-ben', 'U0BEN') }
    const post = (blocks: object[], more: object = {}) => scene.call(postMessage, { channel, text, blocks, ...more })
    const isReadByBen = async () => (await scene.call(info, { file: id }, ben)).ok
    const isThere = async () => (await scene.call(info, { file: id })).ok
    return { ...scene, scene, id, ben, post, isReadByBen, isThere }
  }

  test('is shared with the channel, by its id or an address of it, wherever blocks may have one', async () => {
    const { call, id, post, isReadByBen, isThere } = await createScene()
    const { file } = await call(info, { file: id })
    const attached = (blocks: object[]) => ({ attachments: [{ blocks }] })
    const places: [object[], object?][] = [
      [[picture({ id })]],
      [[picture({ url: file?.url_private })]],
      [[picture({ url: file?.url_private_download })]],
      [[picture({ url: file?.permalink })]],
      [[{ type: 'section', text: { type: 'plain_text', text }, accessory: picture({ id }) }]],
      [[{ type: 'context', elements: [picture({ id })] }]],
      [[{ type: 'divider' }], attached([picture({ id })])],
    ]
    for (const [blocks, more] of places) {
      expect(await isReadByBen()).toBe(false)
      const { ts, message } = await post(blocks, more)
      expect(await isReadByBen(), JSON.stringify(blocks)).toBe(true)
      // The app gets back what it sent, and the picture is not shown as a file of the message too.
      expect(message?.files).toBeUndefined()
      expect(message).toMatchObject({ blocks, ...more })
      await call(remove, { channel, ts })
      expect(await isThere()).toBe(true)
    }
  })

  test('is refused if its author cannot read it, or it is no picture', async () => {
    const { call, scene, id, ben, post, isReadByBen } = await createScene()
    const notes = await completeFile(scene)
    const elsewhere = `https://elsewhere.example/files/${id}`
    for (const file of [{ id: 'F0NONE' }, { id: notes }, { id: 'x' }, { url: elsewhere }, { url: id }])
      expect(await post([picture(file)]), JSON.stringify(file)).toMatchObject(isFault('/blocks/0/slack_file'))
    const context = { type: 'context', elements: [picture({ id }), picture({ id: notes })] }
    expect(await post([{ type: 'divider' }, context])).toMatchObject(isFault('/blocks/1/elements/1/slack_file'))
    const attachments = [{ text }, { blocks: [picture({ id: notes })] }]
    expect(await post([], { attachments })).toMatchObject(isFault('/attachments/1/blocks/0/slack_file'))
    const blocks = [picture({ id })]
    expect(await call(postMessage, { channel, text, blocks }, ben)).toMatchObject(isFault('/blocks/0/slack_file'))
    const later = { channel, text, post_at: Math.floor(scene.store.db.clock.now() / 1000) + 60 }
    expect(await call(scheduleMessage, { ...later, blocks }, ben)).toMatchObject(isFault('/blocks/0/slack_file'))
    const one = { channel, text, user: 'U0ANA' }
    expect(await call(postEphemeral, { ...one, blocks }, ben)).toMatchObject(isFault('/blocks/0/slack_file'))
    expect(await isReadByBen()).toBe(false)
    expect((await call(history, { channel })).messages?.filter((message) => message.text === text)).toEqual([])
  })

  test('comes with a change of the message, and stays shared until the message is deleted', async () => {
    const { call, id, post, isReadByBen, isThere } = await createScene()
    const { ts } = await post([{ type: 'divider' }])
    const change = (blocks: object[]) => call(update, { channel, ts, text, blocks })
    expect(await change([picture({ id: 'F0NONE' })])).toMatchObject(isFault('/blocks/0/slack_file'))
    expect(await change([picture({ id })])).toMatchObject({ ok: true })
    expect(await change([picture({ id })])).toMatchObject({ ok: true })
    expect(await isReadByBen()).toBe(true)
    await change([{ type: 'divider' }])
    expect(await isReadByBen()).toBe(true)
    await call(remove, { channel, ts })
    expect([await isReadByBen(), await isThere()]).toEqual([false, true])
  })

  test('may stay in a message that is changed after the picture was deleted, and comes back in no other', async () => {
    const { call, id, post } = await createScene()
    const { ts } = await post([picture({ id })])
    await call(removeFile, { file: id })
    const blocks = [picture({ id }), { type: 'divider' }]
    expect(await call(update, { channel, ts, text, blocks })).toMatchObject({ ok: true })
    expect(await post(blocks)).toMatchObject(isFault('/blocks/0/slack_file'))
  })

  test('is not looked for in fields that can be anything', async () => {
    const { post, id, isReadByBen } = await createScene()
    for (const slack_file of [null, { url: 5 }, { id: 'F0NONE' }, { id }]) {
      const plan = { type: 'plan', title: 'Plan', tasks: [], status: { slack_file } }
      expect(await post([plan]), JSON.stringify(slack_file)).toMatchObject({ ok: true })
    }
    expect(await isReadByBen()).toBe(false)
  })

  test('is shared when a scheduled message is sent, which fails if it is gone', async () => {
    const { call, store, id, isReadByBen } = await createScene()
    const schedule = () => {
      const post_at = Math.floor(store.db.clock.now() / 1000) + 60
      return call(scheduleMessage, { channel, text, post_at, blocks: [picture({ id })] })
    }
    expect(await schedule()).toMatchObject({ ok: true })
    expect(await isReadByBen()).toBe(false)
    store.db.clock.advance(61_000)
    expect(await sendDueMessages(store)).toBe(1)
    expect(await isReadByBen()).toBe(true)
    await schedule()
    await call(removeFile, { file: id })
    store.db.clock.advance(61_000)
    expect(await sendDueMessages(store)).toBe(0)
    const failures = await store.db.selectFrom('scheduled_messages').select('failure').execute()
    expect(failures).toEqual([{ failure: 'invalid_blocks' }])
  })

  test('is shared by a stream, whichever call brings it, and refused there too', async () => {
    const { call, id, isReadByBen } = await createScene()
    const thread = { channel, thread_ts: rootTs, recipient_user_id: 'U0BEN', recipient_team_id: 'T0ACME' }
    const chunks = (file: string) => [
      { type: 'markdown_text', text },
      { type: 'blocks', blocks: [{ type: 'divider' }, picture({ id: file })] },
    ]
    const isChunkFault = isFault('/chunks/1/blocks/1/slack_file')
    const end = async (ts: string | undefined) => {
      expect(await isReadByBen()).toBe(true)
      await call(stopStream, { channel, ts })
      expect(await isReadByBen()).toBe(true)
      await call(remove, { channel, ts })
      expect(await isReadByBen()).toBe(false)
    }
    expect(await call(startStream, { ...thread, chunks: chunks('F0NONE') })).toMatchObject(isChunkFault)
    await end((await call(startStream, { ...thread, chunks: chunks(id) })).ts)

    const { ts } = await call(startStream, { ...thread, chunks: [{ type: 'markdown_text', text }] })
    expect(await call(appendStream, { channel, ts, chunks: chunks('F0NONE') })).toMatchObject(isChunkFault)
    expect(await isReadByBen()).toBe(false)
    expect(await call(appendStream, { channel, ts, chunks: chunks(id) })).toMatchObject({ ok: true })
    await end(ts)

    const last = await call(startStream, thread)
    const stop = (args: object) => call(stopStream, { channel, ts: last.ts, ...args })
    expect(await stop({ chunks: chunks('F0NONE') })).toMatchObject(isChunkFault)
    expect(await stop({ blocks: [picture({ id: 'F0NONE' })] })).toMatchObject(isFault('/blocks/0/slack_file'))
    const blocks = [picture({ id })]
    expect(await stop({ blocks })).toMatchObject({ message: { blocks } })
    await end(last.ts)
  })

  test('[FIL-7] stays if the message goes that shared it as a file, as long as another shows it, and longer', async () => {
    const { call, scene, post } = await createScene()
    const id = await uploadFile(scene, { name: 'plan.png' })
    await call(completeUploadExternal, { files: [{ id }], channels: channel })
    const { file } = await call(info, { file: id })
    const shown = await post([picture({ id })])
    await call(remove, { channel, ts: file?.shares?.public?.[channel]?.[0]?.ts })
    expect((await call(info, { file: id })).file).toMatchObject({ channels: [channel] })
    await call(remove, { channel, ts: shown.ts })
    expect((await call(info, { file: id })).file).toMatchObject({ channels: [] })
  })
})
