import { describe, expect, test } from 'vitest'
import { userTokensFile } from '#testing/workspace/files'
import { attachmentRefusals, channelAccessRefusals, linkRefusals } from '#testing/refusals/postingRefusals'
import { refusalRows, expectRefusal, type Refusals } from '#testing/refusals/refusals'
import { createWorkspace, type Workspace } from '#testing/workspace/workspace'
import { postMessage } from './postMessage.ts'
import { startStream } from './startStream.ts'
import { stopStream } from './stopStream.ts'
import { update } from './update.ts'

const root = '1767225600.000100'
const help = { channel: 'C0HELP', text: 'Hm' }
const dm = { channel: 'D0ANASCOUT', thread_ts: root }
const divider = { type: 'divider' }
const metadata = { event_type: 'x', event_payload: { a: 1 } }

describe('chat.update refuses', () => {
  // One case for each declared error: the compiler asks for the missing ones.
  const own = { args: {}, prepare: posted }
  const refused: Refusals<typeof update> = {
    ...channelAccessRefusals((channel) => ({ channel, ts: root, text: 'x' })),
    ...linkRefusals((channel) => ({ channel, ts: root, text: 'x' })),
    markdown_text_conflict: { args: { ...help, ts: root, markdown_text: 'x' }, detail: '`markdown_text`' },
    ...attachmentRefusals({}, own),
    no_text: { ...own, detail: '`metadata`' },
    msg_too_long: { ...own, args: { text: 'x'.repeat(40_001) }, detail: '40001' },
    invalid_blocks: { ...own, args: { blocks: [{ type: 'header' }] }, detail: '/blocks/0' },
    invalid_blocks_format: { ...own, args: { blocks: '{' }, as: 'form', detail: 'JSON' },
    msg_blocks_too_long: {
      ...own,
      args: { blocks: [{ type: 'markdown', text: 'a'.repeat(12_001) }] },
      detail: '12001',
    },
    invalid_metadata_format: { ...own, args: { metadata: [] }, detail: 'object' },
    invalid_metadata_schema: { ...own, args: { metadata: { event_payload: {} } }, detail: '`event_type`' },
    metadata_too_large: {
      ...own,
      args: { metadata: { event_type: 'x', event_payload: { a: 'x'.repeat(17_000) } } },
      detail: '16384',
    },
    metadata_must_be_sent_from_app: {
      args: { channel: 'C1', ts: root, text: 'x', metadata },
      token: 'xoxp-own',
      file: userTokensFile,
      detail: 'app',
    },
    message_not_found: { args: { ...help, ts: '1767225600.999999' }, detail: '1767225600.999999' },
    cant_update_message: { args: { ...help, ts: root }, detail: 'U0BEN' },
    cant_broadcast_message: { ...own, args: { reply_broadcast: true }, detail: 'not a reply' },
    no_dual_broadcast_content_update: {
      args: { text: 'Aha', reply_broadcast: true },
      prepare: async ({ call }) => {
        const { channel, ts } = await call(postMessage, { ...help, thread_ts: root })
        return { channel, ts }
      },
      detail: 'in a call of its own',
    },
    streaming_state_conflict: { args: { text: 'x' }, prepare: streaming, detail: 'chat.stopStream' },
    block_mismatch: {
      args: { blocks: [divider] },
      prepare: async (scene) => {
        const stream = await streaming(scene)
        await scene.call(stopStream, stream)
        return stream
      },
      detail: 'rich_text',
    },
    messaging_processing_failed: {
      args: { text: 'x' },
      isUnexpected: true,
      detail: 'nothing was written',
      prepare: async (scene) => {
        const message = await posted(scene)
        await scene.store.db.schema.alterTable('messages').renameColumn('edited_at', 'gone').execute()
        return message
      },
    },
  }
  test.each(refusalRows(refused))('[ORD] refuses with %s, and changes nothing', (error, call) =>
    expectRefusal(update, error, call),
  )

  test('with no_text what would leave the message empty', () =>
    expectRefusal(update, 'no_text', {
      args: { blocks: [] },
      prepare: async ({ call }) => {
        const { channel, ts } = await call(postMessage, { channel: 'C0HELP', blocks: [divider] })
        return { channel, ts }
      },
      detail: 'left',
    }))

  test('[MSG-4] to replace a person’s rich text by blocks without any, not by blocks with some', async () => {
    const { call } = await createWorkspace({ file: userTokensFile })
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
