import type { ViewerMessage, ViewerStatus } from 'rivulet/feedProtocol'
import { describe, expect, test } from 'vitest'
import { flowOf, missingReplies, repliesAmong, rowsOf, threadOf, type Row } from './rows.ts'

const noon = Date.UTC(2026, 2, 2, 12) / 1000
const at = (seconds: number) => `${noon + seconds}.000001`

function said(seconds: number, user = 'U1', more: Partial<ViewerMessage> = {}): ViewerMessage {
  return { ts: at(seconds), user, text: '', blocks: [], edited: false, ...more }
}
function look(rows: readonly Row[]): string[] {
  return rows.map((row) => {
    if (row.kind === 'notices') return row.messages.map(({ user }) => user).join('+')
    return row.kind === 'message' ? (row.grouped ? '  more' : row.message.user) : row.kind
  })
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
    const root = said(0)
    const broadcast = said(86_400, 'U2', { thread_ts: root.ts, broadcast: true })
    expect(look(rowsOf([root, broadcast]))).toEqual(['day', 'U1', 'day', 'U2'])
    expect(look(rowsOf(flowOf([root, broadcast]), { inPlace: true }))).toEqual(['day', 'U1', 'U2'])
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

  test('below the root of a long thread stands how many of its replies are not here', () => {
    const root = said(0, 'U1', { replies: { count: 3, users: ['U2'], latest: at(9) } })
    const last = said(9, 'U2', { thread_ts: root.ts })
    const alone = said(5, 'UB', { thread_ts: root.ts, ephemeral: true })
    const rows = rowsOf(flowOf([root, alone, last]), { days: false, inPlace: true })
    expect(look(rows)).toEqual(['U1', 'earlier', 'UB', 'U2'])
    expect(rows[1]).toMatchObject({ threadTs: root.ts, count: 2 })
    // In a channel the replies are in their threads.
    expect(look(rowsOf([root], { days: false }))).toEqual(['U1'])
    const all = [root, said(1, 'U2', { thread_ts: root.ts }), said(2, 'U2', { thread_ts: root.ts }), last]
    expect(missingReplies(root, repliesAmong(all))).toBe(0)
    expect(missingReplies(last, repliesAmong(all))).toBe(0)
  })

  test('[ROM-8] what became of a channel in a row is one line, each day and around what was answered', () => {
    const told = (seconds: number, user: string, more: Partial<ViewerMessage> = {}) =>
      said(seconds, user, { notice: { subtype: 'channel_join' }, ...more })
    const unread = { readUpTo: at(0), knownUpTo: at(99) }
    const rows = rowsOf([said(0), told(1, 'U2'), told(2, 'U3'), said(3), said(4), told(5, 'U4')], { unread, you: 'U1' })
    // It is nothing new, and two messages around it are not one.
    expect(look(rows)).toEqual(['day', 'U1', 'U2+U3', 'U1', '  more', 'U4'])
    expect(look(rowsOf([told(0, 'U2'), told(86_400, 'U3')]))).toEqual(['day', 'U2', 'day', 'U3'])
    const reactions = [{ name: 'wave', users: ['U1'] }]
    expect(look(rowsOf([told(0, 'U2'), told(1, 'U3', { reactions }), told(2, 'U4')], { days: false }))).toEqual([
      'U2',
      'U3',
      'U4',
    ])
  })

  test('[MSG-8] a reply that stands in the channel too stands for itself', () => {
    expect(look(rowsOf([said(0), said(1, 'U1', { broadcast: true }), said(2)], { days: false }))).toEqual([
      'U1',
      'U1',
      'U1',
    ])
  })

  test('a thread is its root and replies', () => {
    const root = said(0, 'U1', { thread_ts: at(0) })
    const reply = said(5, 'UB', { thread_ts: root.ts })
    const other = said(3)
    expect(threadOf([reply, other, root], root.ts)).toEqual([root, reply])
  })
})
