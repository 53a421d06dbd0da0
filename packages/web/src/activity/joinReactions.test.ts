import type { ViewerActivity } from 'rivulet/feedProtocol'
import { expect, test } from 'vitest'
import { joinReactions } from './joinReactions.ts'

const entry = (ts: string, user?: string): ViewerActivity => ({
  kind: user ? 'reaction' : 'mention',
  at: ts,
  unread: false,
  channel: 'C1',
  ts,
  user: 'U1',
  text: ts,
  ...(user ? { reaction: { user, name: 'tada' } } : {}),
})

test('[NTF-5] reactions to one message in a row are one entry', () => {
  const items = [entry('2', 'U2'), { ...entry('2', 'U3'), unread: true }, entry('1'), entry('2', 'U4')]
  const joined = joinReactions(items)
  expect(joined.map(({ item, reactions }) => [item.ts, item.unread, reactions.map(({ user }) => user)])).toEqual([
    ['2', true, ['U2', 'U3']],
    ['1', false, []],
    ['2', false, ['U4']],
  ])
})
