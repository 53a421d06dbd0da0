import type { ViewerMessage } from 'rivulet/feedProtocol'
import { expect, test } from 'vitest'
import { emptyWorkspace } from '#store/workspace/workspace.ts'
import { toAnnouncement } from './announcementText.ts'

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
