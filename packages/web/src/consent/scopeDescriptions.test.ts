import { expect, test } from 'vitest'
import { describeScope } from './scopeDescriptions.ts'

test('[APP-5] a scope in a person’s name is described as acting for that person', () => {
  expect(describeScope('chat:write')).toBe('Send messages as itself')
  expect(describeScope('chat:write', true)).toBe('Send messages as you')
  expect(describeScope('search:read', true)).toBe('Search everything that you can read')
  expect(describeScope('constructor:x')).toBeUndefined()
})

test('[APP-5] the description of a scope in a person’s name does not speak of the app’s own channels', () => {
  const bot = [
    'channels:history',
    'groups:history',
    'groups:read',
    'im:history',
    'mpim:history',
    'files:read',
    'pins:write',
  ]
  for (const scope of bot) expect(describeScope(scope, true)).not.toMatch(/\b(it is|itself|its direct|its channels)\b/)
})
