import { expect, test } from 'vitest'
import { wordsOf } from './scopeWords.ts'

test('[APP-5] what an app could do in a person’s name is told as that', () => {
  expect(wordsOf('chat:write')).toBe('Send messages as itself')
  expect(wordsOf('chat:write', true)).toBe('Send messages as you')
  expect(wordsOf('search:read', true)).toBe('Search everything that you can read')
  expect(wordsOf('constructor:x')).toBeUndefined()
})

test('[APP-5] in a person’s name nothing is said of where the app is', () => {
  const bot = [
    'channels:history',
    'groups:history',
    'groups:read',
    'im:history',
    'mpim:history',
    'files:read',
    'pins:write',
  ]
  for (const scope of bot) expect(wordsOf(scope, true)).not.toMatch(/\b(it is|itself|its direct)\b/)
})
