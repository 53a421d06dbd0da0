import type { ViewerMessage, ViewerStatus } from 'rivulet/feedProtocol'
import { describe, expect, test } from 'vitest'
import { flowOf, rootsOf, rowsOf, threadOf, type Row } from './rows.ts'

const noon = Date.UTC(2026, 2, 2, 12) / 1000
const at = (seconds: number) => `${noon + seconds}.000001`

function said(seconds: number, user = 'U1', more: Partial<ViewerMessage> = {}): ViewerMessage {
  return { ts: at(seconds), user, text: '', blocks: [], edited: false, ...more }
}
function look(rows: readonly Row[]): string[] {
  return rows.map((row) => (row.kind === 'message' ? (row.grouped ? '  more' : row.message.user) : row.kind))
}
const status = (threadTs: string): ViewerStatus => ({
  thread_ts: threadTs,
  app_id: 'A1',
  user: 'UB',
  text: 'Scout is thinking...',
  loading_messages: [],
  ends_at: 0,
})

describe('rows', () => {
  test('[R2] one author’s messages within five minutes stand together', () => {
    expect(look(rowsOf([said(0), said(60), said(500), said(510, 'U2'), said(520)], { days: false }))).toEqual([
      'U1',
      '  more',
      'U1',
      'U2',
      'U1',
    ])
  })

  test('another name or icon is another author', () => {
    expect(look(rowsOf([said(0), said(1, 'U1', { username: 'Bot' })], { days: false }))).toEqual(['U1', 'U1'])
  })

  test('what one alone sees, and what was deleted, stands for itself', () => {
    const rows = rowsOf([said(0), said(1, 'U1', { ephemeral: true }), said(2)], { days: false })
    expect(look(rows)).toEqual(['U1', 'U1', 'U1'])
    expect(look(rowsOf([said(0, 'U1', { deleted: true }), said(1)], { days: false }))).toEqual(['U1', 'U1'])
  })

  test('a day begins with its divider', () => {
    expect(look(rowsOf([said(0), said(60), said(86_400)]))).toEqual(['day', 'U1', '  more', 'day', 'U1'])
  })

  test('"New" stands once, before the first unread message of somebody else', () => {
    const unread = { readUpTo: at(0), knownUpTo: at(99) }
    expect(look(rowsOf([said(0), said(1), said(2, 'U2'), said(3, 'U2')], { unread, you: 'U1', days: false }))).toEqual([
      'U1',
      '  more',
      'new',
      'U2',
      '  more',
    ])
  })

  test('what comes while one looks is not "New"', () => {
    const unread = { readUpTo: at(0), knownUpTo: at(0) }
    expect(look(rowsOf([said(0), said(1, 'U2')], { unread, you: 'U1', days: false }))).toEqual(['U1', 'U2'])
  })

  test('in a direct message with an app a reply stands under its root, though another root came before it', () => {
    const first = said(0)
    const second = said(10)
    const answer = said(20, 'UB', { thread_ts: first.ts })
    expect(flowOf([second, answer, first])).toEqual([first, answer, second])
  })

  test('a status stands at the end of its thread', () => {
    const first = said(0)
    const second = said(10)
    const rows = rowsOf(flowOf([first, second, said(20, 'UB', { thread_ts: first.ts })]), {
      statuses: [status(first.ts), status(second.ts)],
      days: false,
    })
    expect(look(rows)).toEqual(['U1', 'UB', 'status', 'U1', 'status'])
  })

  test('a channel lists roots, a thread its root and replies', () => {
    const root = said(0, 'U1', { thread_ts: at(0) })
    const reply = said(5, 'UB', { thread_ts: root.ts })
    const other = said(3)
    expect(rootsOf([reply, other, root])).toEqual([root, other])
    expect(threadOf([reply, other, root], root.ts)).toEqual([root, reply])
  })
})
