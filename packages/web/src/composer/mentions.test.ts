import type { ViewerUser } from 'rivulet/feedProtocol'
import { describe, expect, test } from 'vitest'
import { candidates, mentionAt, picked, withMentions } from './mentions.ts'

function user(id: string, label: string, name = label.toLowerCase().split(' ')[0] ?? '', deleted = false): ViewerUser {
  return { id, name, real_name: label, label, tz: 'UTC', locale: 'en-US', deleted }
}
const ana = user('U1', 'Ana Lima')
const anton = user('U2', 'Anton')
const scout = { ...user('UB', 'Scout'), app_id: 'A1' }
const users = [anton, ana, scout, user('U9', 'Antonia', 'antonia', true)]

describe('mentions in the composer', () => {
  test('an @ that begins a word asks for somebody', () => {
    expect(mentionAt('Hi @sc', 6)).toEqual({ start: 3, text: 'sc' })
    expect(mentionAt('@', 1)).toEqual({ start: 0, text: '' })
    expect(mentionAt('mail@host', 9)).toBeUndefined()
    expect(mentionAt('Hi @sc', 2)).toBeUndefined()
  })

  test('who is meant: beginnings first, also of later words, nobody who left', () => {
    expect(candidates('an', users).map((one) => one.label)).toEqual(['Ana Lima', 'Anton'])
    expect(candidates('lim', users)).toEqual([ana])
    expect(candidates('scout what', users)).toEqual([])
  })

  test('picking puts the name in and the cursor behind it', () => {
    expect(picked('Hi @sc there', { start: 3, text: 'sc' }, scout)).toEqual({ text: 'Hi @Scout there', cursor: 10 })
  })

  test('names become ids in what is sent, longest first, whatever the case', () => {
    expect(withMentions('@Scout, ask @ana lima and @anton.', users)).toBe('<@UB>, ask <@U1> and <@U2>.')
  })

  test('words that only begin like a name stay, and so do addresses and code', () => {
    const text = 'mail@scout.example @scouting `@scout` ```\n@scout\n```'
    expect(withMentions(text, users)).toBe(text)
  })
})
