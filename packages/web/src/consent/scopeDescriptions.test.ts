import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { describeScope, unknownScope } from './scopeDescriptions.ts'

test('[APP-5] a scope in a person’s name is described as acting for that person', () => {
  expect(describeScope('chat:write')).toBe('Send messages as itself')
  expect(describeScope('chat:write', true)).toBe('Send messages as you')
  expect(describeScope('search:read', true)).toBe('Search everything that you can read')
  for (const odd of ['constructor:x', 'constructor', 'admin.users:write']) expect(describeScope(odd)).toBe(unknownScope)
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

const web = createRequire(import.meta.url).resolve('@slack/web-api')
const types = readFileSync(new URL('types/request/manifest.d.ts', `file://${web}`), 'utf8')
const official = [...types.matchAll(/['"]([a-z_.]+:[a-z_.]+)['"]/g)].map(([, scope = '']) => scope)
const ofAgents = ['private', 'mpim', 'im', 'files', 'users', 'public'].map((kind) => `search:read.${kind}`)

test('[APP-5] every scope of the public manifest has words, except those for administration', () => {
  expect(official.length).toBeGreaterThan(80)
  const asked = [...official, ...ofAgents].filter((scope) => !scope.startsWith('admin.'))
  for (const asPerson of [false, true])
    expect(asked.filter((scope) => describeScope(scope, asPerson) === unknownScope)).toEqual([])
})
