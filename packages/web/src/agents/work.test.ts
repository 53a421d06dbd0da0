import { blocksFromMarkdown } from '@rivulet/blocks/markdown'
import type { Block } from '@rivulet/blocks/types'
import type { ServerFrame, ViewerMessage, ViewerWork } from 'rivulet/feedProtocol'
import { expect, test } from 'vitest'
import { elapsedInWords, formatElapsed } from './elapsed.ts'
import { applyToWork, workAt, type AgentWork } from './work.ts'

const now = 1_767_225_605_000
const place = { channel: 'C1', thread_ts: '1767225600.000100', app_id: 'A1' }
const message = (more: Partial<ViewerMessage>): ServerFrame => {
  const reply = {
    ts: '1767225601.000100',
    thread_ts: place.thread_ts,
    user: 'U1',
    app_id: 'A1',
    text: '',
    blocks: [],
    edited: false,
  }
  return { type: 'message', seq: 1, channel: 'C1', message: { ...reply, ...more } }
}
const status = (text?: string): ServerFrame => {
  const given = text === undefined ? null : { ...place, user: 'U1', text, loading_messages: [], ends_at: now + 1000 }
  return { type: 'status', seq: 1, ...place, status: given }
}
const session = (processing: boolean): ServerFrame => {
  const agents = [{ app_id: 'A1', user: 'U1', status: processing ? 'processing' : 'active', stoppable: true } as const]
  return {
    type: 'thread_changed',
    seq: 1,
    channel: 'C1',
    thread_ts: place.thread_ts,
    thread: { thread_ts: place.thread_ts, agents },
  }
}
const after = (...frames: ServerFrame[]): AgentWork =>
  frames.reduce((work, frame) => applyToWork(work, frame, now), {
    running: [] as ViewerWork[],
    ended: [] as ViewerWork[],
  } as AgentWork)

test('[AGT-3] a status gives way to a stream, which ends with its last words', () => {
  const thinking = after(status('Scout is thinking…'))
  expect(thinking.running).toMatchObject([{ ...place, words: 'Scout is thinking…', since: now }])
  expect(workAt(thinking, now + 1000)).toEqual([])
  const streaming = after(status('Scout is thinking…'), message({ streaming_state: 'in_progress' }), status())
  expect(streaming.running).toMatchObject([{ ts: '1767225601.000100', since: 1_767_225_601_000, words: '' }])
  const ended = applyToWork(streaming, message({ streaming_state: 'completed', text: 'Done', ended_by: 'reader' }), now)
  expect(ended).toMatchObject({ running: [], ended: [{ words: 'Done', ended: { at: now, by: 'reader' } }] })
})

test('[AGT-3] of a reply that has ended its own words are shown, not the titles of its tasks', () => {
  const task = { type: 'task_card', task_id: 'a', title: 'Read', status: 'complete' } as const
  const words = blocksFromMarkdown('Two **errors**')
  const shown = (blocks: readonly Block[]) => {
    const ended = message({ streaming_state: 'completed', text: 'Read Two *errors*', blocks: [...blocks] })
    return after(message({ streaming_state: 'in_progress' }), ended).ended[0]?.words
  }
  expect(shown([task, ...words])).toBe('Two errors')
  expect(shown([task])).toBe('Read')
})

test('[AGT-3] a session at work is listed once, and disappears when the work is over', () => {
  expect(after(session(true), session(true)).running).toMatchObject([{ ...place, stoppable: true }])
  expect(after(session(true), session(false)).running).toEqual([])
  expect(after(status('Hm'), session(true)).running).toHaveLength(1)
  expect(after(session(true), message({ streaming_state: 'in_progress' })).running).toHaveLength(1)
})

test('[AGT-3] nothing stays of what was deleted, or of a channel that the person is not in any more', () => {
  const streaming = message({ streaming_state: 'in_progress' })
  const deleted: ServerFrame = { type: 'deleted', seq: 2, channel: 'C1', ts: '1767225601.000100', latest: null }
  expect(after(streaming, deleted).running).toEqual([])
  expect(after(streaming, { type: 'channel_changed', seq: 2, id: 'C1', channel: null }).running).toEqual([])
  expect(after(message({ text: 'Hello' })).running).toEqual([])
})

test('how long something takes is written in digits and in words', () => {
  expect([7000, 760_000, 3_905_000].map(formatElapsed)).toEqual(['0:07', '12:40', '1:05:05'])
  expect(elapsedInWords(61_000)).toBe('1 minute 1 second')
})
