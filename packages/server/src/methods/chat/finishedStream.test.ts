import { toPostable, anyStreamCall } from '@rivulet/blocks/testing/streamCalls'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { replies } from '#methods/conversations/replies'
import { createWorkspace, type Workspace } from '#testing/workspace/workspace'
import { appendStream } from './appendStream.ts'
import { postMessage } from './postMessage.ts'
import { startStream } from './startStream.ts'
import { stopStream } from './stopStream.ts'
import { update } from './update.ts'

const root = '1767225600.000100'
const dm = 'D0ANASCOUT'
const plan = { type: 'plan', title: 'Mine' }
const task = { type: 'task_update', id: 'a', title: 'Look', status: 'pending' }
const given = (...blocks: object[]) => ({ chunks: [{ type: 'blocks', blocks }] })

describe('a finished stream', () => {
  test('[STR-14] can be read and passed to chat.update, whatever was streamed', async () => {
    const scene = await createWorkspace()
    const calls = fc.array(anyStreamCall(), { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('timeline', 'plan'), calls, async (display, calls) => {
        const { ts } = await scene.call(startStream, { ...at, task_display_mode: display })
        for (const { chunks } of calls) await scene.call(appendStream, { channel: dm, ts, chunks })
        const stopped = await scene.call(stopStream, { channel: dm, ts, blocks: calls[0]?.blocks })
        if (!stopped.ok) expect(await scene.call(stopStream, { channel: dm, ts })).toMatchObject({ ok: true })
        const blocks = toPostable((await read(scene, ts))?.blocks ?? [])
        const over = blocks.length > 50 || blocks.filter(({ type }) => type === 'table').length > 1
        const changed = await scene.call(update, { channel: dm, ts, text: 'Hm', blocks })
        expect(changed).toMatchObject(over ? { error: 'invalid_blocks' } : { ok: true })
      }),
      { numRuns: 40 },
    )
  })

  test('[STR-14] may have more than fifty blocks', async () => {
    const scene = await createWorkspace()
    const { ts } = await scene.call(startStream, at)
    const markdown_text = Array.from({ length: 60 }, (_, i) => `# Part ${i}\n\nText ${i}\n\n`).join('')
    await scene.call(appendStream, { channel: dm, ts, markdown_text })
    expect(await scene.call(stopStream, { channel: dm, ts })).toMatchObject({ ok: true })
    expect((await read(scene, ts))?.blocks).toHaveLength(120)
  })

  test('[STR-14] has one plan: a second one at the end is refused, and the stream stays open', async () => {
    const scene = await createWorkspace()
    const { ts } = await scene.call(startStream, { ...at, task_display_mode: 'plan', chunks: [task] })
    const refused = await scene.call(stopStream, { channel: dm, ts, blocks: [plan] })
    const two = await scene.call(postMessage, { channel: dm, blocks: [plan, plan] })
    expect(two).toMatchObject({ ok: false, error: 'invalid_blocks' })
    expect({ ...refused, detail: '' }).toEqual({ ...two, detail: '' })
    expect(await read(scene, ts)).toMatchObject({ streaming_state: 'in_progress' })
    expect(await scene.call(stopStream, { channel: dm, ts })).toMatchObject({ ok: true })
  })

  test('[STR-14] has one plan: a second one is refused while it streams', async () => {
    const scene = await createWorkspace()
    const { ts } = await scene.call(startStream, { ...at, task_display_mode: 'plan', ...given(plan) })
    const answer = await scene.call(appendStream, { channel: dm, ts, chunks: [task] })
    expect(answer).toMatchObject({ error: 'invalid_blocks', detail: expect.stringContaining('/chunks/0') })
    const both = { ...at, task_display_mode: 'plan', chunks: [task, ...given(plan).chunks] }
    expect(await scene.call(startStream, both)).toMatchObject({ error: 'invalid_blocks' })
    expect((await scene.call(stopStream, { channel: dm, ts })).message?.blocks).toMatchObject([plan])
  })
})

const at = { channel: dm, thread_ts: root }

async function read(scene: Workspace, ts: string | undefined) {
  const { messages } = await scene.call(replies, { channel: dm, ts: root })
  return messages?.find((message) => message['ts'] === ts)
}
