import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['is loaded again', 'as it was', 1],
  ['is not loaded again while a change of a message is not saved', 'new words', 0],
])('[WEB-18] a page that begins in another language than its person wants %s', async (_what, text, reloads) => {
  const reload = vi.fn()
  const stored = new Map<string, string>()
  vi.stubGlobal('document', { documentElement: { lang: 'en', dataset: {} } })
  vi.stubGlobal('location', { reload, pathname: '/', search: '' })
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  vi.resetModules()
  const { edits } = await import('#messages/editing/keptEdits.ts')
  const { workspace } = await import('#store/workspace/workspace.ts')
  const { followPreferences } = await import('./followPreferences.ts')
  const before = { text: 'as it was', picked: [] }
  edits.add({ channel: 'C1', ts: '1.1', typed: 'as it was', before, draft: { ...before, text } })
  const stop = followPreferences()
  workspace.setState({ preferences: { language: 'de' } })
  stop()
  expect(reload).toHaveBeenCalledTimes(reloads)
  expect([...stored.values()]).toEqual(['de'])
})
