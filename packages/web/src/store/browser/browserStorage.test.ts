import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  clearOwnStorage,
  listOwn,
  openStorageOf,
  readOwn,
  readShared,
  writeOwn,
  writeShared,
} from './browserStorage.ts'

const ana = { team: 'T1', user: 'U1' }
const ben = { team: 'T1', user: 'U12' }
const anaElsewhere = { team: 'T2', user: 'U1' }

/** As a browser has it: the keys are its own properties. */
class TestStorage {
  [key: string]: unknown
  getItem(key: string) {
    return Object.hasOwn(this, key) ? this[key] : null
  }
  setItem(key: string, value: string) {
    this[key] = value
  }
  removeItem(key: string) {
    delete this[key]
  }
}

let storage: TestStorage
beforeEach(() => {
  storage = new TestStorage()
  vi.stubGlobal('localStorage', storage)
  onTestFinished(() => void vi.unstubAllGlobals())
})

describe('[SES-11] what a browser keeps of a person', () => {
  test('is there for their next page', () => {
    openStorageOf(ana)
    writeOwn('draft.C1', 'Half a sentence')
    openStorageOf(ana)
    expect(readOwn('draft.C1')).toBe('Half a sentence')
    expect(listOwn('draft.')).toEqual(['Half a sentence'])
  })

  test.each([
    ['another person', ben],
    ['the same id in another team', anaElsewhere],
    ['nobody', undefined],
  ])('is removed when %s comes', (_who, next) => {
    openStorageOf(ana)
    writeOwn('draft.C1', 'Half a sentence')
    writeShared('theme', 'dark')
    storage.setItem('rivulet.draft.C1', 'what an older version kept of anybody')
    storage.setItem('other', 'what is not ours')
    openStorageOf(next)
    expect(readOwn('draft.C1')).toBeUndefined()
    expect(JSON.stringify(storage)).not.toMatch(/Half|older/)
    expect([readShared('theme'), storage['other']]).toEqual(['dark', 'what is not ours'])
  })

  test('[SES-14] stays while they are signed in to another team, and is not read there', () => {
    openStorageOf(ana, [ana])
    writeOwn('draft.C1', 'Half a sentence')
    openStorageOf(anaElsewhere, [ana, anaElsewhere])
    expect([readOwn('draft.C1'), listOwn('draft.')]).toEqual([undefined, []])
    writeOwn('draft.C1', 'Another sentence')
    clearOwnStorage()
    openStorageOf(ana, [ana])
    expect(readOwn('draft.C1')).toBe('Half a sentence')
    expect(JSON.stringify(storage)).not.toMatch(/Another/)
  })

  test('is gone after the session, and nothing is stored any more', () => {
    openStorageOf(ana)
    writeOwn('draft.C1', 'Half a sentence')
    clearOwnStorage()
    writeOwn('draft.C1', 'Typed while the page closes')
    expect(JSON.stringify(storage)).not.toMatch(/Half|Typed/)
  })
})
