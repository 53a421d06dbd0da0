import type { ViewerConversation } from 'rivulet/feedProtocol'
import { expect, test } from 'vitest'
import { emptyWorkspace } from '#store/workspace/workspace.ts'
import { groupsOf, nameOf } from './ConversationList.tsx'
import { withFirstPage } from './useConversations.ts'

const conversation = (ts: string, more: Partial<ViewerConversation> = {}): ViewerConversation => {
  return { ts, first_words: 'Hi', last_words: '', replies: 0, latest: ts, ...more }
}

test('[AGT-1] conversations at work come first, the others by the day of their newest message', () => {
  const [old, busy, recent] = [
    conversation('1767225600.000100', { latest: '1767398400.000100' }),
    conversation('1767225601.000100'),
    conversation('1767312000.000100'),
  ]
  const groups = groupsOf([recent, busy, old], new Set([busy.ts]))
  expect(groups[0]).toEqual({ title: 'Now', group: [busy] })
  expect(groups.slice(1).map(({ group }) => group)).toEqual([[old], [recent]])
})

test('[AGT-1] a conversation is called by its title, else by the first words in it', () => {
  const name = (given: Partial<ViewerConversation>) => nameOf(conversation('1.1', given), emptyWorkspace)
  expect(name({ title: '*Deploy* of Friday' })).toBe('Deploy of Friday')
  expect(name({ first_words: 'Write\n _a_ verse' })).toBe('Write a verse')
  expect(name({ first_words: 'x'.repeat(200) })).toBe(`${'x'.repeat(80)}…`)
  expect(name({ first_words: '' })).toBe('New conversation')
})

test('[AGT-1] the first page is replaced, and what was fetched further back stays', () => {
  const [a, b, c, d] = ['1.4', '1.3', '1.2', '1.1'].map((ts) => conversation(ts))
  const before = { items: [b!, c!, d!], next: undefined }
  expect(withFirstPage(before, { items: [a!, b!], next: '1.3' }).items).toEqual([a, b, c, d])
  expect(withFirstPage(before, { items: [a!] }).items).toEqual([a])
})
