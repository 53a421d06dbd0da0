import { afterEach, describe, expect, test } from 'vitest'
import { fill, plural, setCatalogue, t } from './t.ts'

afterEach(() => setCatalogue({}))

describe('[WEB-18] words', () => {
  test('are the English ones without a catalogue, with their placeholders filled', () => {
    expect(t('Leave channel')).toBe('Leave channel')
    expect(t('{name} left {name}, {unknown}', { name: 'Ana' })).toBe('Ana left Ana, ')
    expect(plural(1, '{count} reply', '{count} replies')).toBe('1 reply')
    expect(plural(1200, '{count} reply', '{count} replies')).toBe('1,200 replies')
    expect(fill(t('{actors} left'), { actors: 'Ana {actors}' })).toBe('Ana {actors} left')
  })

  test('are those of the catalogue, else English', () => {
    setCatalogue({
      Open: 'Öffnen',
      'Open [a state]': 'Offen',
      '{name} left': 'Weg: {name}',
      '{count} replies': { one: '{count} Antwort', other: '{count} Antworten' },
    })
    expect([t('Open'), t('Open', undefined, 'a state'), t('Open', undefined, 'else'), t('Shut')]).toEqual([
      'Öffnen',
      'Offen',
      'Open',
      'Shut',
    ])
    expect(t('{name} left', { name: 'Ana' })).toBe('Weg: Ana')
    expect([1, 2].map((count) => plural(count, '{count} reply', '{count} replies'))).toEqual([
      '1 Antwort',
      '2 Antworten',
    ])
  })
})
