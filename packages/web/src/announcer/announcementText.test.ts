import { blocksFromMarkdown } from '@rivulet/blocks/markdown'
import type { ViewerMessage } from 'rivulet/feedProtocol'
import { expect, test } from 'vitest'
import { channelFrame, createMessage, messageFrame, stateAfter } from '#store/workspace/testing/frames.ts'
import { emptyWorkspace } from '#store/workspace/workspace.ts'
import { isNewOrDone, toAnnouncement } from './announcementText.ts'

test('a new conversation is not announced as a reply, but what the app says in it is', () => {
  const root: ViewerMessage = {
    ts: '1.000001',
    user: 'UB',
    text: 'New conversation',
    blocks: [],
    edited: false,
    begins: true,
  }
  const announced = new Set<string>()
  expect(toAnnouncement(root, emptyWorkspace, announced)).toBeUndefined()
  const { begins: _begins, ...greeting } = { ...root, ts: '1.000002', thread_ts: root.ts, text: 'How can I help?' }
  expect(toAnnouncement(greeting, emptyWorkspace, announced)).toBe('Somebody replied: How can I help?')
})

test('a reply is announced by its own words, not by the titles of the tasks that led to them', () => {
  const task = { type: 'task_card', task_id: 'a', title: 'Read the log', status: 'complete' } as const
  const reply = createMessage('1.1', { blocks: [task, ...blocksFromMarkdown('Two errors')] })
  expect(toAnnouncement(reply, emptyWorkspace, new Set())).toBe('Somebody replied: Two errors')
})

test('a root that has its first reply is no news, loaded or not; the reply is, and so is the end of a stream', () => {
  const [old, root, reply] = ['1.1', '2.1', '3.1'].map((ts) => createMessage(ts))
  const streaming = createMessage('3.2', { thread_ts: '2.1', streaming_state: 'in_progress' })
  const before = stateAfter(channelFrame([root!]), messageFrame(11, root!), messageFrame(12, streaming))
  const replies = { count: 1, users: ['U2'], latest: '3.3' }
  expect(isNewOrDone('C1', { ...root!, replies }, before)).toBe(false)
  expect(isNewOrDone('C1', { ...old!, replies }, before)).toBe(false)
  expect(isNewOrDone('C1', { ...reply!, ts: '3.3', thread_ts: '2.1' }, before)).toBe(true)
  expect(isNewOrDone('C1', streaming, before)).toBe(false)
  expect(isNewOrDone('C1', { ...streaming, streaming_state: 'completed' }, before)).toBe(true)
})
