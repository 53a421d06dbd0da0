import type { ViewerMessage, ViewerThread } from 'rivulet/feedProtocol'
import { describe, expect, test } from 'vitest'
import { type ChannelContent, emptyContent } from '#store/workspace/workspace.ts'
import { listStatuses, sessionLabel } from './threadStatuses.ts'

const agent = { app_id: 'A1', user: 'UB', status: 'processing', ends_at: 9_000 } as const
const users = {}

function contentWith(agents: ViewerThread['agents']): ChannelContent {
  return { ...emptyContent, threadInfo: { '1.1': { thread_ts: '1.1', agents } } }
}

describe('the statuses of threads', () => {
  test('include each agent at work, by the name it set', () => {
    const named = { ...agent, username: 'Night Scout', icon_emoji: ':owl:' }
    expect(listStatuses(contentWith([named]), users)).toMatchObject([
      { thread_ts: '1.1', text: 'Night Scout is working…', icon_emoji: ':owl:', ends_at: 9_000 },
    ])
    expect(listStatuses(contentWith([{ ...agent, status: 'active' }]), users)).toEqual([])
  })

  test('include no second status for an agent that already has a status or a stream', () => {
    const status = { thread_ts: '1.1', app_id: 'A1', user: 'UB', text: 'Reads', loading_messages: [], ends_at: 9_000 }
    expect(listStatuses({ ...contentWith([agent]), statuses: { a: status } }, users)).toEqual([status])
    const streaming: ViewerMessage = {
      ts: '1.2',
      thread_ts: '1.1',
      user: 'UB',
      app_id: 'A1',
      text: '',
      blocks: [],
      edited: false,
      streaming_state: 'in_progress',
    }
    expect(listStatuses({ ...contentWith([agent]), messages: { '1.2': streaming } }, users)).toEqual([])
  })

  test('are stoppable if the app handles Stop, whatever their text is', () => {
    const working = { ...agent, stoppable: true } as const
    const status = { thread_ts: '1.1', app_id: 'A1', user: 'UB', text: 'Reads', loading_messages: [], ends_at: 9_000 }
    expect(listStatuses(contentWith([working]), users)).toMatchObject([{ stoppable: true }])
    expect(listStatuses({ ...contentWith([working]), statuses: { a: status } }, users)).toEqual([
      { ...status, stoppable: true },
    ])
    const otherStatus = { ...status, app_id: 'A2' }
    expect(listStatuses({ ...contentWith([agent]), statuses: { a: otherStatus } }, users)).toEqual([
      otherStatus,
      expect.not.objectContaining({ stoppable: true }),
    ])
  })

  test('include a label for a session that waits or is closed', () => {
    const closed = { ...agent, status: 'closed' } as const
    const suspended = { ...agent, status: 'suspended' } as const
    expect([[], [agent], [closed], [closed, suspended], [suspended, agent]].map(sessionLabel)).toEqual([
      undefined,
      undefined,
      'Closed',
      'Waiting',
      undefined,
    ])
  })
})
