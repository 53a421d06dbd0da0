import { describe, expect, test } from 'vitest'
import { findPersonCaller } from '#domain/people/personCaller'
import { stopStream as stopByReader } from '#domain/people/stopStream'
import { replies } from '#methods/conversations/replies'
import { absentAppRefusals, postingRefusals } from '#testing/refusals/postingRefusals'
import { refusalRows, expectRefusal, type Refusals } from '#testing/refusals/refusals'
import { createWorkspace, type Workspace } from '#testing/workspace/workspace'
import { appendStream } from './appendStream.ts'
import { startStream } from './startStream.ts'
import { stopStream } from './stopStream.ts'

const root = '1767225600.000100'
const dm = 'D0ANASCOUT'
const text = (words: string) => ({ type: 'markdown_text', text: words })
const divider = { type: 'divider' }

describe('chat.stopStream', () => {
  test('[STR-12] ends the stream and returns the whole message', async () => {
    const scene = await createWorkspace()
    const ts = await openStream(scene, { markdown_text: '**Hm** ' })

    const answer = await scene.call(stopStream, { channel: dm, ts, markdown_text: 'so' })

    expect(answer).toMatchObject({
      ok: true,
      channel: dm,
      ts,
      message: {
        type: 'message',
        user: 'U0SCOUT',
        bot_id: 'B0SCOUT',
        app_id: 'A0SCOUT',
        team: 'T0ACME',
        bot_profile: { id: 'B0SCOUT', app_id: 'A0SCOUT', name: 'Scout', team_id: 'T0ACME' },
        text: '*Hm* so',
        markdown_text: '**Hm** so',
        ts,
        thread_ts: root,
        parent_user_id: 'U0ANA',
        streaming_state: 'completed',
      },
    })
    expect(answer.message).not.toHaveProperty('subtype')
    expect(await said(scene)).toEqual(answer.message)
  })

  test('[STR-14] shows its own blocks last', async () => {
    const scene = await createWorkspace()
    const ts = await openStream(scene, {
      chunks: [text('Hm'), { type: 'task_update', id: 'a', title: 'Look', status: 'complete' }],
    })

    const { message } = await scene.call(stopStream, { channel: dm, ts, blocks: [divider] })

    expect(message?.blocks.map((block) => block['type'])).toEqual(['rich_text', 'task_card', 'divider'])
    expect(new Set(message?.blocks.map((block) => block['block_id'])).size).toBe(3)
  })

  test.each([{ chunks: [] }, { markdown_text: '' }, {}])(
    '[STR-2] %j is no content, and fits either kind',
    async (nothing) => {
      const scene = await createWorkspace()
      for (const first of [{ markdown_text: 'Hm' }, { chunks: [text('Hm')] }, {}]) {
        const ts = await openStream(scene, first)
        expect(await scene.call(stopStream, { channel: dm, ts, ...nothing })).toMatchObject({ ok: true })
      }
    },
  )

  test('[STR-7] an unfinished task keeps its status', async () => {
    const scene = await createWorkspace()
    const ts = await openStream(scene, {
      chunks: [{ type: 'task_update', id: 'a', title: 'Look', status: 'in_progress' }],
    })

    const { message } = await scene.call(stopStream, { channel: dm, ts })

    expect(message?.blocks).toMatchObject([{ type: 'task_card', status: 'in_progress' }])
  })

  test('stores metadata and returns it', async () => {
    const scene = await createWorkspace()
    const ts = await openStream(scene)
    const metadata = { event_type: 'done', event_payload: { tries: 1 } }

    const { message } = await scene.call(stopStream, { channel: dm, ts, metadata }, { as: 'form' })

    expect(message?.metadata).toEqual(metadata)
    const read = await scene.call(replies, { channel: dm, ts: root, include_all_metadata: true })
    expect(read.messages?.[1]).toEqual(message)
  })

  // One case for each declared error: the compiler asks for the missing ones.
  const refused: Refusals<typeof stopStream> = {
    ...postingRefusals((channel) => ({ channel, ts: root, markdown_text: 'x' })),
    ...absentAppRefusals((channel) => ({ channel, ts: root, markdown_text: 'x' })),
    msg_too_long: { args: { channel: dm, markdown_text: 'x'.repeat(12_001) }, prepare: stream(), detail: '12001' },
    invalid_blocks: {
      args: { channel: dm, blocks: [divider, { type: 'header' }] },
      prepare: stream(),
      detail: '/blocks/1',
    },
    invalid_blocks_format: { args: { channel: dm, blocks: '[1]' }, prepare: stream(), detail: 'array of objects' },
    msg_blocks_too_long: {
      args: { channel: dm, blocks: [{ type: 'markdown', text: 'a'.repeat(12_001) }] },
      prepare: stream(),
      detail: '12001',
    },
    invalid_metadata_format: { args: { channel: dm, metadata: '[' }, prepare: stream(), detail: 'JSON' },
    invalid_metadata_schema: { args: { channel: dm, metadata: {} }, prepare: stream(), detail: '`event_type`' },
    metadata_too_large: {
      args: { channel: dm, metadata: { event_type: 'x', event_payload: { a: 'é'.repeat(9000) } } },
      prepare: stream(),
      detail: '16384 bytes',
    },
    invalid_chunks: { args: { channel: dm, chunks: '{}' }, prepare: stream(), detail: 'array' },
    cannot_provide_both_markdown_text_and_chunks: {
      args: { channel: dm, markdown_text: 'x', chunks: [text('x')] },
      prepare: stream(),
      detail: 'not both',
    },
    streaming_mode_mismatch: {
      args: { channel: dm, markdown_text: 'x' },
      prepare: stream({ chunks: [text('x')] }),
      detail: 'begun with `chunks`',
    },
    message_not_found: { args: { channel: dm, ts: '1767225999.000100' }, detail: '1767225999.000100' },
    message_not_owned_by_app: { args: { channel: dm, ts: root }, detail: 'A0SCOUT' },
    message_not_in_streaming_state: {
      args: { channel: dm },
      prepare: async (scene) => {
        const ts = await openStream(scene)
        await scene.call(stopStream, { channel: dm, ts })
        return { ts }
      },
      detail: 'chat.stopStream',
    },
    messaging_processing_failed: {
      args: { channel: dm },
      prepare: async (scene) => {
        const ts = await openStream(scene)
        await scene.store.db.schema.alterTable('streams').renameColumn('ended_by', 'gone').execute()
        return { ts }
      },
      isUnexpected: true,
      detail: 'nothing was written',
    },
  }
  test.each(refusalRows(refused))('[ORD] refuses with %s, and the stream stays as it was', (error, call) =>
    expectRefusal(stopStream, error, call),
  )

  test('[STR-6] after a reader has stopped the stream, the message is not streaming any more', async () => {
    const scene = await createWorkspace()
    const ts = await openStream(scene, { markdown_text: 'Hm' })
    const ana = await findPersonCaller(scene.store.db, 'T0ACME', 'U0ANA')
    await scene.store.write((tx) => stopByReader(tx, ana!, dm, ts))

    const late = await scene.call(appendStream, { channel: dm, ts, markdown_text: 'x' })
    expect(late).toMatchObject({ error: 'stopped_by_user' })
    const stop = await scene.call(stopStream, { channel: dm, ts })
    expect(stop).toMatchObject({ error: 'message_not_in_streaming_state', detail: expect.stringContaining('a reader') })
    expect(await said(scene)).toMatchObject({ text: 'Hm', streaming_state: 'completed' })
  })
})

async function openStream({ call }: Workspace, content: object = {}): Promise<string> {
  const { ts } = await call(startStream, { channel: dm, thread_ts: root, ...content })
  return ts!
}

function stream(content?: object) {
  return async (scene: Workspace) => ({ ts: await openStream(scene, content) })
}

async function said({ readMessagesAs }: Workspace) {
  return (await readMessagesAs('ana', dm, root))[1]
}
