import type { ViewerChannel } from 'rivulet/feedProtocol'
import { describe, expect, test } from 'vitest'
import { ana, users } from '#composer/mentions/testing/people.ts'
import {
  findBroadcasts,
  findChannelQuery,
  findChannels,
  findGroups,
  findMentionQuery,
  findUsers,
  mentionId,
} from './findSuggestions.ts'

describe('what is suggested', () => {
  test('an @ that begins a word begins a mention', () => {
    expect(findMentionQuery('Hi @sc', 6)).toEqual({ start: 3, text: 'sc' })
    expect(findMentionQuery('@', 1)).toEqual({ start: 0, text: '' })
    expect(findMentionQuery('mail@host', 9)).toBeUndefined()
    expect(findMentionQuery('Hi @sc', 2)).toBeUndefined()
  })

  test('users match by the beginning of their name or of a later word, deleted users never', () => {
    expect(findUsers('an', users).map((one) => one.label)).toEqual(['Ana Lima', 'Anton'])
    expect(findUsers('lim', users)).toEqual([ana])
    expect(findUsers('scout what', users)).toEqual([])
  })

  test('[GRP-4] groups in use are found by handle and name', () => {
    const ops = { id: 'S1', handle: 'ops', name: 'Operations', members: 0 }
    const old = { id: 'S2', handle: 'old-ops', name: 'Old', members: 0, disabled: true as const }
    expect(findGroups('op', [old, ops])).toEqual([ops])
    expect(findGroups('operat', [old, ops])).toEqual([ops])
    expect([ana, ops].map(mentionId)).toEqual(['@U1', '!subteam^S1'])
  })

  test('[WEB-12] everybody by one of three words, once a letter is typed', () => {
    expect(findBroadcasts('')).toEqual([])
    expect(findBroadcasts('He').map(mentionId)).toEqual(['!here'])
  })

  test('[WEB-12] channels by the beginning of their name or of a word of it', () => {
    const channel = (name: string, archived = false) => ({ id: name, kind: 'public', name, archived }) as ViewerChannel
    const channels = ['team-design', 'design', 'redesign'].map((name) => channel(name))
    expect(findChannels('des', [...channels, channel('desk', true)]).map(({ name }) => name)).toEqual([
      'design',
      'team-design',
    ])
    expect(findChannelQuery('see #des', 8)).toEqual({ start: 4, text: 'des' })
    expect(findChannelQuery('see #', 5)).toBeUndefined()
    expect(findChannelQuery('a#b', 3)).toBeUndefined()
  })
})
