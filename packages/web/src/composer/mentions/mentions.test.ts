import type { ViewerUser } from 'rivulet/feedProtocol'
import { describe, expect, test } from 'vitest'
import { findGroups, findUsers, findMentionQuery, insertMention, encodeMentions } from './mentions.ts'

function user(id: string, label: string, name = label.toLowerCase().split(' ')[0] ?? '', deleted = false): ViewerUser {
  return { id, name, real_name: label, label, tz: 'UTC', locale: 'en-US', deleted }
}
const ana = user('U1', 'Ana Lima')
const anton = user('U2', 'Anton')
const scout = { ...user('UB', 'Scout'), app_id: 'A1' }
const users = [anton, ana, scout, user('U9', 'Antonia', 'antonia', true)]

describe('mentions in the composer', () => {
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

  test('inserting a mention puts the cursor behind it', () => {
    expect(insertMention('Hi @sc there', { start: 3, text: 'sc' }, scout)).toEqual({
      text: 'Hi @Scout there',
      cursor: 10,
      picked: { start: 3, end: 9, id: '@UB' },
    })
  })

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
    const one = insertMention('@al', { start: 0, text: 'al' }, second)
    expect(encodeMentions(one.text, known, [one.picked])).toBe('<@U4> ')
    const both = insertMention(`${one.text}@al`, { start: one.cursor, text: 'al' }, first)
    expect(encodeMentions(both.text, known, [one.picked, both.picked])).toBe('<@U4> <@U3> ')
    expect(encodeMentions('@Alex Kim @akim', known)).toBe('@Alex Kim <@U4>')
  })

  test('what is shown of one person wins over the handle of another, and a picked name in code stays', () => {
    const known = { users: [user('U3', 'Sam', 'sam.lee'), user('U4', 'Samuel', 'sam')] }
    expect(encodeMentions('@sam', known)).toBe('<@U3>')
    expect(encodeMentions('`@Sam` @Sam', known, [{ start: 1, end: 5, id: '@U3' }])).toBe('`@Sam` <@U3>')
  })

  test('[GRP-4] groups in use are found by handle and name, and become ids; those out of use stay text', () => {
    const ops = { id: 'S1', handle: 'ops', name: 'Operations', members: 0 }
    const old = { id: 'S2', handle: 'old-ops', name: 'Old', members: 0, disabled: true as const }
    expect(findGroups('op', [old, ops])).toEqual([ops])
    expect(findGroups('operat', [old, ops])).toEqual([ops])
    expect(insertMention('@o', { start: 0, text: 'o' }, ops)).toEqual({
      text: '@ops ',
      cursor: 5,
      picked: { start: 0, end: 4, id: '!subteam^S1' },
    })
    expect(encodeMentions('@ops and @old-ops, @opsy', { users, groups: [old, ops] })).toBe(
      '<!subteam^S1> and @old-ops, @opsy',
    )
  })
})
