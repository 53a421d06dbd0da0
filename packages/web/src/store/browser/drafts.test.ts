import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { openStorageOf, writeOwn } from './browserStorage.ts'
import { adoptDraft, currentDraft, drafts } from './drafts.ts'

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  })
  openStorageOf({ team: 'T1', user: 'U1' })
  onTestFinished(() => {
    openStorageOf(undefined)
    vi.unstubAllGlobals()
  })
})

test('a draft of an earlier page is there', () => {
  const draft = { text: 'Hi @Ana', picked: [{ start: 3, end: 7, id: '@U1' }], document: { type: 'doc', content: [] } }
  writeOwn('draft.C1', JSON.stringify(draft))
  expect(currentDraft('C1')).toEqual(draft)
})

test.each([
  '',
  'Hello',
  'null',
  '5',
  '[]',
  '{}',
  '{"text":5,"picked":[]}',
  '{"text":"a"}',
  '{"text":"a","picked":[null]}',
])('what is no draft is none: %s', (kept) => {
  writeOwn('draft.C1', kept)
  expect(currentDraft('C1')).toEqual({ text: '', picked: [] })
})

test('a draft that another page has emptied is not the object with which an editor began', () => {
  // What other tests have marked stays marked.
  const key = 'C0EMPTIED'
  const start = currentDraft(key)
  const stored = { text: 'Hi', picked: [], at: 2, seen: 2, sent: [], key }
  for (const draft of [stored, { ...stored, text: '', at: 3 }]) {
    writeOwn(`draft.${key}`, JSON.stringify(draft))
    adoptDraft(key)
  }
  expect(drafts.getState()[key]).toEqual(start)
  expect(drafts.getState()[key]).not.toBe(start)
  drafts.setState({}, true)
})
