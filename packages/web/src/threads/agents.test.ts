import type { ViewerMessage, ViewerThread } from 'rivulet/feedProtocol'
import { describe, expect, test } from 'vitest'
import { type Conversation, emptyConversation } from '#store/workspace.ts'
import { linesOf, stateOf } from './agents.ts'

const agent = { app_id: 'A1', user: 'UB', status: 'processing', ends_at: 9_000 } as const
const users = {}

function about(agents: ViewerThread['agents']): Conversation {
  return { ...emptyConversation, about: { '1.1': { thread_ts: '1.1', agents } } }
}

describe('what agents are at', () => {
  test('is a line where one works, by the name it has taken', () => {
    const named = { ...agent, username: 'Night Scout', icon_emoji: ':owl:' }
    expect(linesOf(about([named]), users)).toMatchObject([
      { thread_ts: '1.1', text: 'Night Scout is working…', icon_emoji: ':owl:', ends_at: 9_000 },
    ])
    expect(linesOf(about([{ ...agent, status: 'active' }]), users)).toEqual([])
  })

  test('is no line of its own where the agent has a status, or writes already', () => {
    const status = { thread_ts: '1.1', app_id: 'A1', user: 'UB', text: 'Reads', loading_messages: [], ends_at: 9_000 }
    expect(linesOf({ ...about([agent]), statuses: { a: status } }, users)).toEqual([status])
    const growing: ViewerMessage = {
      ts: '1.2',
      thread_ts: '1.1',
      user: 'UB',
      app_id: 'A1',
      text: '',
      blocks: [],
      edited: false,
      streaming_state: 'in_progress',
    }
    expect(linesOf({ ...about([agent]), messages: { '1.2': growing } }, users)).toEqual([])
  })

  test('can be stopped where its app hears of that, whatever the line says', () => {
    const working = { ...agent, stoppable: true } as const
    const status = { thread_ts: '1.1', app_id: 'A1', user: 'UB', text: 'Reads', loading_messages: [], ends_at: 9_000 }
    expect(linesOf(about([working]), users)).toMatchObject([{ stoppable: true }])
    expect(linesOf({ ...about([working]), statuses: { a: status } }, users)).toEqual([{ ...status, stoppable: true }])
    const of = { ...status, app_id: 'A2' }
    expect(linesOf({ ...about([agent]), statuses: { a: of } }, users)).toEqual([
      of,
      expect.not.objectContaining({ stoppable: true }),
    ])
  })

  test('is a word where the session rests', () => {
    const closed = { ...agent, status: 'closed' } as const
    const suspended = { ...agent, status: 'suspended' } as const
    expect([[], [agent], [closed], [closed, suspended], [suspended, agent]].map(stateOf)).toEqual([
      undefined,
      undefined,
      'Closed',
      'Waiting',
      undefined,
    ])
  })
})
