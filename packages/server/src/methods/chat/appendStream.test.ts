import { describe, expect, test } from 'vitest'
import { endTimedOutStreams } from '#domain/streams/endTimedOut'
import { findPersonCaller } from '#domain/people/personCaller'
import { stopStream as stopByReader } from '#domain/people/stopStream'
import { absentAppRefusals, postingRefusals } from '#testing/refusals/postingRefusals'
import { refusalRows, expectRefusal, type Refusals } from '#testing/refusals/refusals'
import { createWorkspace, type Workspace } from '#testing/workspace/workspace'
import { stopClock } from '#testing/workspace/stopClock'
import { appendStream } from './appendStream.ts'
import { startStream } from './startStream.ts'
import { stopStream } from './stopStream.ts'

const root = '1767225600.000100'
const dm = 'D0ANASCOUT'
const task = { type: 'task_update', id: 'a', title: 'Look', status: 'in_progress' }
const text = (words: string) => ({ type: 'markdown_text', text: words })

describe('chat.appendStream', () => {
  test('[STR-12] appends text and returns channel and ts', async () => {
    const scene = await createWorkspace()
    const ts = await openStream(scene, { markdown_text: 'Once ' })

    expect(await scene.call(appendStream, { channel: dm, ts, markdown_text: 'upon' })).toEqual({
      ok: true,
      channel: dm,
      ts,
    })

    expect(await said(scene)).toMatchObject({ markdown_text: 'Once upon', streaming_state: 'in_progress' })
  })

  test('[STR-4] appends deltas as they are: nothing trimmed, no newline in between', async () => {
    const scene = await createWorkspace()
    const ts = await openStream(scene)
    const deltas = ['  a', '\n', 'b ', '`', '', ' c`', '\n\n- d']

    for (const delta of deltas) {
      expect(await scene.call(appendStream, { channel: dm, ts, chunks: [text(delta)] })).toMatchObject({ ok: true })
    }

    expect((await said(scene))?.markdown_text).toBe(deltas.join(''))
  })

  test('[STR-11] applies calls in the order received, even if they do not wait for each other', async () => {
    const scene = await createWorkspace()
    const ts = await openStream(scene)
    const words = Array.from({ length: 20 }, (_, i) => `${i} `)

    const answers = await Promise.all(
      words.map((word) => scene.call(appendStream, { channel: dm, ts, markdown_text: word })),
    )

    expect(answers.every(({ ok }) => ok)).toBe(true)
    expect((await said(scene))?.markdown_text?.split(' ').toSorted()).toEqual(words.join('').split(' ').toSorted())
  })

  test('[STR-2] a text chunk with empty text is accepted and changes nothing', async () => {
    const scene = await createWorkspace()
    const ts = await openStream(scene, { chunks: [text('Hm')] })

    expect(await scene.call(appendStream, { channel: dm, ts, chunks: [text('')] })).toMatchObject({ ok: true })

    expect(await said(scene)).toMatchObject({ markdown_text: 'Hm' })
  })

  test('[STR-5] updates a known task without its title', async () => {
    const scene = await createWorkspace()
    const ts = await openStream(scene, { chunks: [task] })

    const update = { type: 'task_update', id: 'a', status: 'complete', details: 'Found' }
    expect(await scene.call(appendStream, { channel: dm, ts, chunks: [update] })).toMatchObject({ ok: true })

    expect((await said(scene))?.blocks).toMatchObject([
      { type: 'task_card', task_id: 'a', title: 'Look', status: 'complete' },
    ])
  })

  test('[STR-1] a new task without a title refuses the whole call, with a JSON pointer', async () => {
    const scene = await createWorkspace()
    const ts = await openStream(scene, { chunks: [text('Hm')] })
    const before = await scene.countRows()

    const chunks = [text('more'), { type: 'task_update', id: 'new', status: 'pending' }]
    const answer = await scene.call(appendStream, { channel: dm, ts, chunks })

    expect(answer).toMatchObject({
      error: 'invalid_arguments',
      response_metadata: { messages: ['[ERROR] missing required field: title [json-pointer:/chunks/1]'] },
    })
    expect(await scene.countRows()).toBe(before)
    expect(await said(scene)).toMatchObject({ markdown_text: 'Hm' })
  })

  test('[STR-1] more than 100 chunks in a call are refused, and nothing of it is applied', async () => {
    const scene = await createWorkspace()
    const ts = await openStream(scene, { chunks: [text('Hm')] })
    const many = (count: number) => Array.from({ length: count }, () => text('a'))

    expect(await scene.call(appendStream, { channel: dm, ts, chunks: many(100) })).toMatchObject({ ok: true })
    expect(await scene.call(appendStream, { channel: dm, ts, chunks: many(101) })).toMatchObject({
      error: 'invalid_arguments',
      response_metadata: { messages: ['[ERROR] no more than 100 items allowed [json-pointer:/chunks]'] },
    })
    expect(await said(scene)).toMatchObject({ markdown_text: `Hm${'a'.repeat(100)}` })
  })

  test('[STR-6] continues while deltas come within the idle timeout, and not after it', async () => {
    stopClock()
    const scene = await createWorkspace()
    const ts = await openStream(scene, { markdown_text: 'a' })
    for (let i = 0; i < 3; i++) {
      scene.store.db.clock.advance(599_000)
      expect(await scene.call(appendStream, { channel: dm, ts, markdown_text: 'b' })).toMatchObject({ ok: true })
    }
    scene.store.db.clock.advance(600_000)

    const late = await scene.call(appendStream, { channel: dm, ts, markdown_text: 'c' })

    expect(late).toMatchObject({ error: 'message_not_in_streaming_state', detail: expect.stringContaining('too long') })
    expect(await said(scene)).toMatchObject({ markdown_text: 'abbb', streaming_state: 'errored' })
    await endTimedOutStreams(scene.store)
    expect(await said(scene)).toMatchObject({ markdown_text: 'abbb', streaming_state: 'errored' })
  })

  // One case for each declared error: the compiler asks for the missing ones.
  const refused: Refusals<typeof appendStream> = {
    ...postingRefusals((channel) => ({ channel, ts: root, markdown_text: 'x' })),
    ...absentAppRefusals((channel) => ({ channel, ts: root, markdown_text: 'x' })),
    no_text: { args: { channel: dm }, prepare: stream({ markdown_text: 'x' }), detail: '`markdown_text` or `chunks`' },
    msg_too_long: { args: { channel: dm, markdown_text: 'x'.repeat(12_001) }, prepare: stream(), detail: '12001' },
    invalid_blocks: {
      args: { channel: dm, chunks: [{ type: 'blocks', blocks: [{ type: 'header' }] }] },
      prepare: stream(),
      detail: '/chunks/0/blocks/0',
    },
    msg_blocks_too_long: {
      args: {
        channel: dm,
        chunks: [{ type: 'blocks', blocks: Array.from({ length: 51 }, () => ({ type: 'divider' })) }],
      },
      prepare: stream(),
      detail: '50',
    },
    invalid_chunks: { args: { channel: dm, chunks: { type: 'markdown_text' } }, prepare: stream(), detail: 'array' },
    cannot_provide_both_markdown_text_and_chunks: {
      args: { channel: dm, markdown_text: 'x', chunks: [text('x')] },
      prepare: stream(),
      detail: 'not both',
    },
    streaming_mode_mismatch: {
      args: { channel: dm, chunks: [text('x')] },
      prepare: stream({ markdown_text: 'x' }),
      detail: 'begun with `markdown_text`',
    },
    message_not_found: {
      args: { channel: dm, ts: '1767225999.000100', markdown_text: 'x' },
      detail: '1767225999.000100',
    },
    message_not_owned_by_app: {
      args: { channel: 'C0GENERAL', markdown_text: 'x' },
      token: 'xoxb-acme-quiet',
      prepare: async ({ call }) => {
        const place = { channel: 'C0GENERAL', thread_ts: root, recipient_user_id: 'U0ANA', recipient_team_id: 'T0ACME' }
        return { ts: (await call(startStream, place)).ts }
      },
      detail: 'not written by A0QUIET',
    },
    message_not_in_streaming_state: {
      args: { channel: dm, markdown_text: 'x' },
      prepare: async (scene) => {
        const ts = await openStream(scene)
        await scene.call(stopStream, { channel: dm, ts })
        return { ts }
      },
      detail: 'chat.stopStream',
    },
    stopped_by_user: {
      args: { channel: dm, markdown_text: 'x' },
      prepare: async (scene) => {
        const ts = await openStream(scene)
        const ana = await findPersonCaller(scene.store.db, 'T0ACME', 'U0ANA')
        await scene.store.write((tx) => stopByReader(tx, ana!, dm, ts))
        return { ts }
      },
      detail: 'a reader',
    },
  }
  test.each(refusalRows(refused))('[ORD] refuses with %s, and adds nothing', (error, call) =>
    expectRefusal(appendStream, error, call),
  )

  test.each(
    refusalRows({
      message_not_owned_by_app: { args: { channel: dm, ts: root, markdown_text: 'x' }, detail: 'A0SCOUT' },
      message_not_in_streaming_state: {
        args: { channel: 'C0GENERAL', ts: '1767225700.000100', markdown_text: 'x' },
        detail: 'was never a stream',
      },
      no_text: { args: { channel: dm, chunks: [] }, prepare: stream(), detail: 'empty' },
      invalid_arguments: { args: { channel: dm, markdown_text: 'x' }, detail: 'missing required field: ts' },
    }),
  )('[STR-6] refuses with %s a message that is not its stream, or empty content', (error, call) =>
    expectRefusal(appendStream, error, call),
  )

  test('[STR-3] a whole message is limited too: msg_too_long with the sizes', async () => {
    const file = `{version: 1, settings: {stream: {max_text: 10}}, teams: [{id: T1, name: One, domain: one, users: [{id: U1, name: uma}],
      channels: [{id: D1, kind: im, members: [U1, A1]}], messages: [{channel: D1, user: U1, ts: '${root}', text: Hi}]}],
      apps: [{id: A1, bot_user: UBOT, installed_in: [T1], manifest: {display_information: {name: Scout}}}],
      tokens: [{token: xoxb-1, kind: bot, app: A1, team: T1, scopes: ['chat:write']}]}`
    const { call } = await createWorkspace({ file })
    const { ts } = await call(
      startStream,
      { channel: 'D1', thread_ts: root, markdown_text: 'seven77' },
      { token: 'xoxb-1' },
    )

    const answer = await call(appendStream, { channel: 'D1', ts, markdown_text: 'four' }, { token: 'xoxb-1' })

    expect(answer).toMatchObject({ error: 'msg_too_long', detail: expect.stringMatching(/10 .* 7, and 4 /) })
    expect(await call(appendStream, { channel: 'D1', ts, markdown_text: '👍👍👍' }, { token: 'xoxb-1' })).toMatchObject(
      { ok: true },
    )
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
