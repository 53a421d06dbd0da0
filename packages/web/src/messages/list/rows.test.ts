import type { ViewerMessage, ViewerStatus } from 'rivulet/feedProtocol'
import { describe, expect, test } from 'vitest'
import { sortByThread, countMissingReplies, countReplies, toRows, type Row } from './rows.ts'

const noon = Date.UTC(2026, 2, 2, 12) / 1000
const at = (seconds: number) => `${noon + seconds}.000001`

function createMessage(seconds: number, user = 'U1', more: Partial<ViewerMessage> = {}): ViewerMessage {
  return { ts: at(seconds), user, text: '', blocks: [], edited: false, ...more }
}
function describeRows(rows: readonly Row[]): string[] {
  return rows.map((row) => {
    if (row.kind === 'system') return row.messages.map(({ user }) => user).join('+')
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
  test('[R2] messages of one author within five minutes are grouped', () => {
    expect(
      describeRows(
        toRows(
          [createMessage(0), createMessage(60), createMessage(500), createMessage(510, 'U2'), createMessage(520)],
          { dayDividers: false },
        ),
      ),
    ).toEqual(['U1', '  more', 'U1', 'U2', 'U1'])
  })

  test('a message with another name or icon has another author', () => {
    expect(
      describeRows(toRows([createMessage(0), createMessage(1, 'U1', { username: 'Bot' })], { dayDividers: false })),
    ).toEqual(['U1', 'U1'])
  })

  test('an ephemeral or deleted message is not grouped', () => {
    const rows = toRows([createMessage(0), createMessage(1, 'U1', { ephemeral: true }), createMessage(2)], {
      dayDividers: false,
    })
    expect(describeRows(rows)).toEqual(['U1', 'U1', 'U1'])
    expect(
      describeRows(toRows([createMessage(0, 'U1', { deleted: true }), createMessage(1)], { dayDividers: false })),
    ).toEqual(['U1', 'U1'])
  })

  test('every day begins with a divider', () => {
    expect(describeRows(toRows([createMessage(0), createMessage(60), createMessage(86_400)]))).toEqual([
      'day',
      'U1',
      '  more',
      'day',
      'U1',
    ])
    const root = createMessage(0)
    const broadcast = createMessage(86_400, 'U2', { thread_ts: root.ts, broadcast: true })
    expect(describeRows(toRows([root, broadcast]))).toEqual(['day', 'U1', 'day', 'U2'])
    expect(describeRows(toRows(sortByThread([root, broadcast]), { inlineReplies: true }))).toEqual(['day', 'U1', 'U2'])
  })

  test('"New" is shown once, above the first unread message of somebody else', () => {
    const unread = { readUpTo: at(0), knownUpTo: at(99) }
    expect(
      describeRows(
        toRows([createMessage(0), createMessage(1), createMessage(2, 'U2'), createMessage(3, 'U2')], {
          unread,
          you: 'U1',
          dayDividers: false,
        }),
      ),
    ).toEqual(['U1', '  more', 'new', 'U2', '  more'])
  })

  test('a message that arrives while the channel is open is not "New"', () => {
    const unread = { readUpTo: at(0), knownUpTo: at(0) }
    expect(
      describeRows(toRows([createMessage(0), createMessage(1, 'U2')], { unread, you: 'U1', dayDividers: false })),
    ).toEqual(['U1', 'U2'])
  })

  test('in a direct message with an app, a reply is below its root even if a newer root came before it', () => {
    const first = createMessage(0)
    const second = createMessage(10)
    const answer = createMessage(20, 'UB', { thread_ts: first.ts })
    expect(sortByThread([second, answer, first])).toEqual([first, answer, second])
  })

  test('a status is at the end of its thread', () => {
    const first = createMessage(0)
    const second = createMessage(10)
    const rows = toRows(sortByThread([first, second, createMessage(20, 'UB', { thread_ts: first.ts })]), {
      statuses: [status(first.ts), status(second.ts)],
      dayDividers: false,
    })
    expect(describeRows(rows)).toEqual(['U1', 'UB', 'status', 'U1', 'status'])
  })

  test('a row below the root of a long thread counts the replies that are not loaded', () => {
    const root = createMessage(0, 'U1', { replies: { count: 3, users: ['U2'], latest: at(9) } })
    const last = createMessage(9, 'U2', { thread_ts: root.ts })
    const alone = createMessage(5, 'UB', { thread_ts: root.ts, ephemeral: true })
    const rows = toRows(sortByThread([root, alone, last]), { dayDividers: false, inlineReplies: true })
    expect(describeRows(rows)).toEqual(['U1', 'earlier', 'UB', 'U2'])
    expect(rows[1]).toMatchObject({ threadTs: root.ts, count: 2 })
    // A channel does not show the replies of its threads.
    expect(describeRows(toRows([root], { dayDividers: false }))).toEqual(['U1'])
    const all = [
      root,
      createMessage(1, 'U2', { thread_ts: root.ts }),
      createMessage(2, 'U2', { thread_ts: root.ts }),
      last,
    ]
    expect(countMissingReplies(root, countReplies(all))).toBe(0)
    expect(countMissingReplies(last, countReplies(all))).toBe(0)
  })

  test('[ROM-8] consecutive system messages share a row, but not across days and not with one that has a reaction', () => {
    const systemMessage = (seconds: number, user: string, more: Partial<ViewerMessage> = {}) =>
      createMessage(seconds, user, { notice: { subtype: 'channel_join' }, ...more })
    const unread = { readUpTo: at(0), knownUpTo: at(99) }
    const rows = toRows(
      [
        createMessage(0),
        systemMessage(1, 'U2'),
        systemMessage(2, 'U3'),
        createMessage(3),
        createMessage(4),
        systemMessage(5, 'U4'),
      ],
      { unread, you: 'U1' },
    )
    // System messages are not "New", and end a group.
    expect(describeRows(rows)).toEqual(['day', 'U1', 'U2+U3', 'U1', '  more', 'U4'])
    expect(describeRows(toRows([systemMessage(0, 'U2'), systemMessage(86_400, 'U3')]))).toEqual([
      'day',
      'U2',
      'day',
      'U3',
    ])
    const reactions = [{ name: 'wave', users: ['U1'] }]
    expect(
      describeRows(
        toRows([systemMessage(0, 'U2'), systemMessage(1, 'U3', { reactions }), systemMessage(2, 'U4')], {
          dayDividers: false,
        }),
      ),
    ).toEqual(['U2', 'U3', 'U4'])
  })

  test('[MSG-8] a broadcast is not grouped', () => {
    expect(
      describeRows(
        toRows([createMessage(0), createMessage(1, 'U1', { broadcast: true }), createMessage(2)], {
          dayDividers: false,
        }),
      ),
    ).toEqual(['U1', 'U1', 'U1'])
  })
})

describe('[THR-11] the conversations with an app', () => {
  const first = createMessage(0)
  const answer = createMessage(30, 'UB', { thread_ts: first.ts })
  const second = createMessage(10)
  const all = sortByThread([first, second, answer])
  const rowsFor = (options: Parameters<typeof toRows>[1]) =>
    describeRows(toRows(all, { dayDividers: false, inlineReplies: true, you: 'U1', ...options }))

  test('begin with a divider, and all but the last end with a place to reply', () => {
    const replies = { target: second.ts, chosen: false }
    expect(rowsFor({ conversations: true, replies })).toEqual([
      'conversation',
      'U1',
      'UB',
      'reply',
      'conversation',
      'U1',
    ])
  })

  test('that is continued out of order says so, and shows what is being sent', () => {
    const replies = { target: first.ts, chosen: true }
    const outgoing = [{ id: 'x', channel: 'D1', threadTs: first.ts, text: 'Hm', sentAt: 0, state: 'sending' as const }]
    const rows = toRows(all, { inlineReplies: true, conversations: true, replies, outgoing, dayDividers: false })
    expect(describeRows(rows).slice(0, 5)).toEqual(['conversation', 'U1', 'UB', 'outgoing', 'reply'])
    expect(rows[4]).toMatchObject({ threadTs: first.ts, chosen: true })
    expect(describeRows(rows).slice(5)).toEqual(['conversation', 'U1', 'reply'])
  })

  test('have no dividers with an app that is no agent, and a place to reply only below replies', () => {
    expect(rowsFor({ replies: { target: undefined, chosen: false } })).toEqual(['U1', 'UB', 'reply', 'U1'])
    expect(rowsFor({})).toEqual(['U1', 'UB', 'U1'])
  })
})
