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
  const start = currentDraft('C1')
  const stored = { text: 'Hi', picked: [], at: 2, seen: 2, sent: [], key: 'C1' }
  for (const draft of [stored, { ...stored, text: '', at: 3 }]) {
    writeOwn('draft.C1', JSON.stringify(draft))
    adoptDraft('C1')
  }
  expect(drafts.getState()['C1']).toEqual(start)
  expect(drafts.getState()['C1']).not.toBe(start)
  drafts.setState({}, true)
})
