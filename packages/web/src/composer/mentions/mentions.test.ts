import type { ViewerChannel } from 'rivulet/feedProtocol'
import { describe, expect, test } from 'vitest'
import { createNameSplitter, encodeMentions } from './mentions.ts'
import { user, users } from './testing/people.ts'

describe('mentions in the composer', () => {
  test('names become ids in the sent text, the longest name first, in any case', () => {
    expect(encodeMentions('@Scout, ask @ana lima and @anton.', { users })).toBe('<@UB>, ask <@U1> and <@U2>.')
  })

  test('words that only begin like a name, addresses and code stay as they are', () => {
    const text = 'mail@scout.example @scouting `@scout` ```\n@scout\n```'
    expect(encodeMentions(text, { users })).toBe(text)
  })

  test('of two people with one name, the one who was picked is meant, and a typed name means neither', () => {
    const [first, second] = [user('U3', 'Alex Kim', 'alex'), user('U4', 'Alex Kim', 'akim')]
    const known = { users: [...users, first, second] }
    const one = { start: 0, end: 9, id: '@U4' }
    expect(encodeMentions('@Alex Kim ', known, [one])).toBe('<@U4> ')
    const both = [one, { start: 10, end: 19, id: '@U3' }]
    expect(encodeMentions('@Alex Kim @Alex Kim ', known, both)).toBe('<@U4> <@U3> ')
    expect(encodeMentions('@Alex Kim @akim', known)).toBe('@Alex Kim <@U4>')
  })

  test('what is shown of one person wins over the handle of another, and a picked name in code stays', () => {
    const known = { users: [user('U3', 'Sam', 'sam.lee'), user('U4', 'Samuel', 'sam')] }
    expect(encodeMentions('@sam', known)).toBe('<@U3>')
    expect(encodeMentions('`@Sam` @Sam', known, [{ start: 1, end: 5, id: '@U3' }])).toBe('`@Sam` <@U3>')
  })

  test('[GRP-4] groups in use become ids; those out of use stay text', () => {
    const ops = { id: 'S1', handle: 'ops', name: 'Operations', members: 0 }
    const old = { id: 'S2', handle: 'old-ops', name: 'Old', members: 0, disabled: true as const }
    expect(encodeMentions('@ops and @old-ops, @opsy', { users, groups: [old, ops] })).toBe(
      '<!subteam^S1> and @old-ops, @opsy',
    )
  })

  test('[WEB-12] everybody and channels are named too, and what only looks like a name stays', () => {
    const general = { id: 'C1', kind: 'public', name: 'general' } as ViewerChannel
    const split = createNameSplitter({ users, channels: [general] })
    expect(split('@here #General, #general-chat @hereafter &#general #none')).toEqual([
      { id: '!here' },
      ' ',
      { id: '#C1' },
      ', #general-chat @hereafter &#general #none',
    ])
  })
})
