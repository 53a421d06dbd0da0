import { afterEach, expect, test, vi } from 'vitest'
import { ariaKeys, formatKeys, isPressed, keysOf, nameKeys, type Pressed, shortcuts, shortcutsOf } from './shortcuts.ts'

afterEach(() => vi.unstubAllGlobals())

const none: Pressed = { key: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }

test('[WEB-14] Mod is Cmd on a Mac and Ctrl elsewhere, and no other key counts', () => {
  expect(isPressed({ ...none, key: 'k', ctrlKey: true }, 'switcher', false)).toBe(true)
  expect(isPressed({ ...none, key: 'k', ctrlKey: true }, 'switcher', true)).toBe(false)
  expect(isPressed({ ...none, key: 'k', metaKey: true }, 'switcher', true)).toBe(true)
  expect(isPressed({ ...none, key: 'k', metaKey: true }, 'switcher', false)).toBe(false)
  expect(isPressed({ ...none, key: 'K', ctrlKey: true, shiftKey: true }, 'switcher', false)).toBe(false)
  expect(isPressed({ ...none, key: 'K', ctrlKey: true, shiftKey: true }, 'write', false)).toBe(true)
  // Caps Lock makes a capital without Shift.
  expect(isPressed({ ...none, key: 'K', ctrlKey: true }, 'switcher', false)).toBe(true)
})

test('[WEB-14] a sign is the same key on keyboards that need Shift for it', () => {
  expect(isPressed({ ...none, key: '/', ctrlKey: true }, 'shortcuts', false)).toBe(true)
  expect(isPressed({ ...none, key: '/', ctrlKey: true, shiftKey: true }, 'shortcuts', false)).toBe(true)
  expect(isPressed({ ...none, key: '?', shiftKey: true }, 'shortcuts', false)).toBe(true)
})

test('[WEB-14] no two shortcuts of one place have the same key', () => {
  for (const groups of [
    ['go', 'open', 'write', 'format'],
    ['go', 'open', 'message'],
  ] as const) {
    const all = shortcutsOf(...groups).flatMap(keysOf)
    // [WEB-20] Esc closes the thread if it has nothing to stop.
    expect(all.filter((keys, i) => all.indexOf(keys) !== i)).toEqual(['Escape'])
  }
})

test('keys are named as they are written on the machine', () => {
  expect(nameKeys('Mod-Shift-f', false)).toEqual(['Ctrl', 'Shift', 'F'])
  expect(nameKeys('Mod-Shift-f', true)).toEqual(['⌘', '⇧', 'F'])
  expect(nameKeys('Alt-ArrowUp', false)).toEqual(['Alt', '↑'])
  expect(Object.keys(shortcuts).length).toBeGreaterThan(40)
})

test('[WEB-19] without single keys no letter and no sign acts alone, nor is one hinted at', () => {
  vi.stubGlobal('document', { documentElement: { dataset: { single_keys: 'off' } } })
  expect(isPressed({ ...none, key: '?', shiftKey: true }, 'shortcuts', false)).toBe(false)
  expect(isPressed({ ...none, key: '/', ctrlKey: true }, 'shortcuts', false)).toBe(true)
  expect(isPressed({ ...none, key: 't' }, 'thread', false)).toBe(false)
  expect(isPressed({ ...none, key: 'Enter' }, 'thread', false)).toBe(true)
  expect([formatKeys('copyLink'), ariaKeys('copyLink')]).toEqual(['', ''])
  const alone = shortcutsOf('go', 'open', 'message', 'write', 'format').flatMap(keysOf)
  expect(alone.filter((keys) => keys.length === 1)).toEqual([])
})
