import type { ServerFrame } from 'rivulet/feedProtocol'
import { describe, expect, test } from 'vitest'
import { applyFrame } from './applyFrame.ts'
import { createMessage, general, messageFrame, stateAfter } from './testing/frames.ts'

describe('unread messages', () => {
  test('a message that arrives moves the channel’s `latest`', () => {
    expect(stateAfter(messageFrame(11, createMessage('1.1'))).channels['C1']?.latest).toBe('1.1')
  })

  test('a deleted message sets the channel’s `latest` to the newest one that is left', () => {
    const deleted: ServerFrame = { type: 'deleted', seq: 13, channel: 'C1', ts: '1.2', latest: '1.1' }
    expect(
      stateAfter(messageFrame(11, createMessage('1.1')), messageFrame(12, createMessage('1.2')), deleted).channels['C1']
        ?.latest,
    ).toBe('1.1')
  })

  test('[ROM-8] a system message moves `latest` and is not unread', () => {
    const joined: ServerFrame = {
      type: 'channel_changed',
      seq: 11,
      id: 'C1',
      channel: { ...general, last_read: '1.0' },
    }
    const notice = createMessage('1.2', { notice: { subtype: 'channel_join' } })
    const state = stateAfter(joined, messageFrame(12, createMessage('1.1')), messageFrame(13, notice))
    expect(state.channels['C1']).toMatchObject({ latest: '1.2', unread: ['1.1'] })
  })

  test('messages of others after the read mark are unread, each once; own messages never are', () => {
    const joined: ServerFrame = {
      type: 'channel_changed',
      seq: 11,
      id: 'C1',
      channel: { ...general, last_read: '2.0' },
    }
    const state = stateAfter(
      joined,
      messageFrame(12, createMessage('1.9')),
      messageFrame(13, createMessage('2.1')),
      messageFrame(14, createMessage('2.1', { edited: true })),
      messageFrame(15, createMessage('2.2', { user: 'U1' })),
      messageFrame(16, createMessage('2.3')),
    )
    expect(state.channels['C1']).toMatchObject({ unread: ['2.1', '2.3'], latest: '2.3' })
    const deleted: ServerFrame = { type: 'deleted', seq: 17, channel: 'C1', ts: '2.1', latest: '2.3' }
    const placeholder = messageFrame(17, createMessage('2.1', { deleted: true }))
    for (const frame of [deleted, placeholder]) expect(applyFrame(state, frame).channels['C1']?.unread).toEqual(['2.3'])
    const read: ServerFrame = {
      type: 'read',
      seq: 18,
      channel: 'C1',
      last_read: '2.3',
      unread: [],
      mentions: [],
      closed_at: null,
    }
    expect(applyFrame(state, read)).toMatchObject({ seq: 18, channels: { C1: { last_read: '2.3', unread: [] } } })
  })

  test('a channel that the viewer is not in has no unread messages, and any other has at most ten', () => {
    expect(stateAfter(messageFrame(12, createMessage('2.1'))).channels['C1']?.unread).toEqual([])
    const joined: ServerFrame = {
      type: 'channel_changed',
      seq: 11,
      id: 'C1',
      channel: { ...general, last_read: '2.00' },
    }
    const many = Array.from({ length: 12 }, (_, i) => messageFrame(12 + i, createMessage(`2.${10 + i}`)))
    expect(stateAfter(joined, ...many).channels['C1']?.unread).toHaveLength(10)
  })
})
