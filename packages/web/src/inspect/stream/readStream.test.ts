import { describe, expect, test } from 'vitest'
import { markdownFromReply } from '@rivulet/blocks/streamedReply'
import { act, call, toItems } from '#inspect/testing/entries.ts'
import { readStream } from './readStream.ts'
import { gapsOf, shapeTimeline, stepAt } from './timelineShape.ts'

const at = 1_800_000_000_000
const stream = { channel: 'C0HELP', ts: '1.1' }
const thread = { channel_id: 'C0HELP', thread_ts: '1.0' }
const start = call(
  'chat.startStream',
  { channel: 'C0HELP', thread_ts: '1.0', markdown_text: 'A' },
  { at: at + 500, answer: { ok: true, ...stream } },
)
const append = (text: string, after: number) =>
  call('chat.appendStream', { ...stream, markdown_text: text }, { at: at + after })
const status = (text: string, after: number) =>
  call('assistant.threads.setStatus', { ...thread, status: text }, { at: at + after })

describe('a stream in the journal', () => {
  test('is the message after each append, with the statuses before it and the Stop of a reader', () => {
    const items = toItems([
      status('is thinking…', 0),
      status('is reading…', 200),
      start,
      append('B', 600),
      call('chat.appendStream', { channel: 'C0HELP', ts: '9.9', markdown_text: 'other' }, { at: at + 650 }),
      append('C', 900),
      act('stops', { ...stream, at: at + 950 }),
      call(
        'chat.appendStream',
        { ...stream, markdown_text: 'D' },
        { at: at + 960, ok: false, error: 'stopped_by_user' },
      ),
    ])

    const read = readStream(items, items[3]!)!

    expect(read.steps.map(({ reply, characters }) => [markdownFromReply(reply), characters])).toEqual([
      ['A', 1],
      ['AB', 1],
      ['ABC', 1],
    ])
    expect(read).toMatchObject({ threadTs: '1.0', display: 'timeline', lacksStart: false, refused: [{ n: 7 }] })
    expect(read.statuses).toEqual([
      { from: at, to: at + 200, text: 'is thinking…' },
      { from: at + 200, to: at + 500, text: 'is reading…' },
    ])
    expect(read.end).toEqual({ at: at + 950, by: 'reader' })
    expect(gapsOf(read)).toEqual({ usual: 300, longest: 300 })
    const shape = shapeTimeline(read, 960)
    expect([shape.from, shape.to]).toEqual([at, at + 960])
    expect(read.steps.map((_, i) => stepAt(shape, read.steps, [490, 610, 2000][i] ?? 0))).toEqual([0, 1, 2])
  })

  test('is read from chunks, also as JSON in a form, and says what the journal has cut', () => {
    const task = { type: 'task_update', id: 'a', title: 'Read', status: 'in_progress' }
    const chunks = JSON.stringify([task, { type: 'markdown_text', text: 'Hm' }, { type: 'spaceship' }, 7, null])
    const items = toItems([
      start,
      call('chat.appendStream', { ...stream, chunks }),
      call('chat.appendStream', { ...stream, chunks: '[{"type":"markdown_text","text":"cut in the mid…' }),
      call('chat.appendStream', { ...stream, markdown_text: `${'x'.repeat(2000)}…` }),
      call('chat.stopStream', { ...stream, blocks: [{ type: 'divider' }] }),
    ])
    const { steps, end } = readStream(items, items[0]!)!
    expect(steps.map(({ isCut }) => isCut)).toEqual([false, false, true, true, false])
    expect(steps[1]?.reply.parts).toMatchObject([
      { type: 'text' },
      { type: 'task', title: 'Read' },
      { type: 'text', text: 'Hm' },
    ])
    expect(steps.at(-1)).toMatchObject({ blocks: [{ type: 'divider' }] })
    expect(end).toMatchObject({ by: 'app' })
  })

  test('without its beginning is what is left, and nothing if there is nothing', () => {
    const items = toItems([append('B', 1), append('C', 2)])
    expect(readStream(items, items[0]!)).toMatchObject({
      lacksStart: true,
      threadTs: undefined,
      statuses: [],
      end: undefined,
    })
    const [other] = toItems([call('auth.test', {})])
    expect(readStream(items, other!)).toBe(undefined)
  })

  test('has never more bars than fit beside each other', () => {
    const items = toItems([start, ...Array.from({ length: 5000 }, (_, i) => append('x', 600 + i))])
    const read = readStream(items, items[0]!)!
    const shape = shapeTimeline(read, 600)
    expect(shape.bars.length).toBeLessThanOrEqual(201)
    expect(shape.growth.length).toBeLessThanOrEqual(601)
    expect(shape.ticks.length).toBeLessThan(9)
    expect(shape.growth.at(-1)).toMatchObject({ height: 1 })
  })
})
