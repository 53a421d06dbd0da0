import { expect, test } from 'vitest'
import { settleDraft } from './settleDraft.ts'

const doc = (text: string) => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
})
const draft = (text: string) => ({ text, picked: [], document: doc(text) })
const typed = { at: 10, seen: 5, sent: [7] }

test('[DRF-4] two drafts that know nothing of each other become one, with their formats and those who were picked', () => {
  const theirs = { text: 'Hi @Ana ', picked: [{ start: 3, end: 7, id: '@U1' }], document: doc('Hi') }
  const ours = { text: '@Ben', picked: [{ start: 0, end: 4, id: '@U2' }], document: doc('Ben') }
  const settled = settleDraft({ draft: ours, mark: typed }, { draft: theirs, at: 12 })
  const { text, picked, document } = settled.draft
  expect(picked.map(({ start, end, id }) => [text.slice(start, end), id])).toEqual([
    ['@Ana', '@U1'],
    ['@Ben', '@U2'],
  ])
  expect(document?.content).toEqual([...doc('Hi').content, ...doc('Ben').content])
  expect(settled.mark).toEqual({ at: 13, seen: 12, sent: [] })
  const plain = settleDraft({ draft: { text: 'b', picked: [] }, mark: typed }, { draft: draft('a'), at: 12 })
  expect(plain.draft).toEqual({ text: 'a\n\nb', picked: [] })
})

test.each([
  ['what was sent is confirmed', draft('b'), typed, { draft: draft('a'), at: 7 }, 'b', { at: 10, seen: 7, sent: [] }],
  ['what was seen says nothing', draft('b'), typed, { draft: draft('a'), at: 5 }, 'b', typed],
  ['the same words are one', draft('a'), typed, { draft: draft('a '), at: 12 }, 'a', { at: 12, seen: 12, sent: [] }],
  ['more of the same stays', draft('a b'), typed, { draft: draft('a'), at: 12 }, 'a b', { at: 13, seen: 12, sent: [] }],
  ['more of the same comes', draft('a'), typed, { draft: draft('a b'), at: 8 }, 'a b', { at: 8, seen: 8, sent: [] }],
  ['words stay when others go', draft('b'), typed, { draft: null, at: 12 }, 'b', { at: 13, seen: 12, sent: [] }],
  ['nothing gives way', draft(''), typed, { draft: draft('a'), at: 8 }, 'a', { at: 8, seen: 8, sent: [] }],
])('%s', (_what, ours, mark, theirs, text, after) => {
  const settled = settleDraft({ draft: ours, mark }, theirs)
  expect([settled.draft.text, settled.mark]).toEqual([text, after])
})
