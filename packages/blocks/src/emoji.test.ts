import { execFileSync } from 'node:child_process'
import emojis from 'emojibase-data/en/data.json' with { type: 'json' }
import shortNames from 'emojibase-data/en/shortcodes/iamcal.json' with { type: 'json' }
import { describe, expect, test } from 'vitest'
import { emojiCharacters, canonicalEmojiName, emojiElementCharacters, resolveEmoji } from '#emoji'
import { emojiGroups } from '#emoji/groups'

describe('emojiCharacters', () => {
  test('knows names, aliases and flags', () => {
    expect(emojiCharacters('wave')).toBe('👋')
    expect(emojiCharacters('thumbsup')).toBe(emojiCharacters('+1'))
    expect(emojiCharacters('flag-us')).toBe('🇺🇸')
    expect(emojiCharacters('simple_smile')).toBe('🙂')
  })

  test('knows all 1,972 public short names', () => {
    const characters = new Map(emojis.map(({ hexcode, emoji }) => [hexcode, emoji]))
    const names = Object.entries(shortNames).flatMap(([code, some]) =>
      [some].flat().map((name) => [code, name] as const),
    )
    expect(names).toHaveLength(1972)
    const others = names.filter(
      ([code, name]) => characters.has(code) && emojiCharacters(name) !== characters.get(code),
    )
    expect(others).toEqual([])
    expect(names.filter(([, name]) => emojiCharacters(name) === undefined)).toEqual([])
  })

  test('returns every skin tone of every emoji that takes one', () => {
    const names: Record<string, string | string[]> = shortNames
    for (const emoji of emojis) {
      const name = [names[emoji.hexcode] ?? []].flat()[0]
      for (const skin of name === undefined ? [] : (emoji.skins ?? [])) {
        const tone = 'tone' in skin ? skin.tone : undefined
        if (typeof tone === 'number') expect(emojiCharacters(`${name}::skin-tone-${tone + 1}`)).toBe(skin.emoji)
      }
    }
  })

  test('ignores a tone that the emoji does not take, and tone 1', () => {
    expect(emojiCharacters('tada::skin-tone-3')).toBe('🎉')
    expect(emojiCharacters('wave::skin-tone-1')).toBe('👋')
  })

  test.each(['party_parrot', 'constructor', '__proto__', ''])('does not know %j', (name) => {
    expect(emojiCharacters(name)).toBeUndefined()
  })

  test('is generated from the installed data', () => {
    const script = new URL('../script/emoji.ts', import.meta.url).pathname
    expect(() => execFileSync(process.execPath, [script, '--check'])).not.toThrow()
  })
})

describe('canonicalEmojiName', () => {
  test('is the first name of an emoji, with its tone', () => {
    expect(canonicalEmojiName('tada')).toBe('tada')
    expect(canonicalEmojiName('thumbsup')).toBe('+1')
    expect(canonicalEmojiName('thumbsup::skin-tone-3')).toBe('+1::skin-tone-3')
    expect(canonicalEmojiName('simple_smile')).toBe('slightly_smiling_face')
  })

  test.each(['party_parrot', 'constructor', '', ':tada:', 'TADA', 'tada::skin-tone-3', 'wave::skin-tone-7'])(
    'is undefined for %j',
    (name) => expect(canonicalEmojiName(name)).toBeUndefined(),
  )
})

describe('emojiGroups', () => {
  const all = emojiGroups.flatMap(({ emoji }) => emoji)

  test('has every emoji with a name once, under its canonical name', () => {
    expect(emojiGroups.map(({ title }) => title)).toHaveLength(9)
    expect(all.length).toBeGreaterThan(1800)
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
    expect(all.filter(({ name }) => canonicalEmojiName(name) !== name)).toEqual([])
  })

  test('has other words to search for', () => {
    expect(all.find(({ name }) => name === '+1')?.words).toContain('thumbsup')
    expect(all.find(({ name }) => name === 'tada')?.words).toContain('party')
  })
})

describe('emojiElementCharacters', () => {
  test('prefers the code points of the element to its name and tone', () => {
    expect(emojiElementCharacters({ name: 'nobody', unicode: '1f44b-1f3fc' })).toBe('👋🏼')
    expect(emojiElementCharacters({ name: 'wave', skin_tone: 3 })).toBe('👋🏼')
    expect(emojiElementCharacters({ name: 'wave', unicode: 'ffffffff' })).toBe('👋')
    expect(emojiElementCharacters({ name: 'nobody' })).toBeUndefined()
  })
})

describe('resolveEmoji', () => {
  const own = {
    water: 'https://example.com/water.png',
    stream: 'alias:water',
    ok: 'alias:wave',
    tada: 'https://example.com/tada.png',
    round: 'alias:about',
    about: 'alias:round',
    bad: 'javascript:alert(1)',
    lost: 'alias:nobody',
  }
  const named = (name: string, more = {}) => resolveEmoji({ name, ...more }, own)

  test('prefers custom emoji and their aliases', () => {
    expect(named('water')).toEqual({ picture: own.water })
    expect(named('stream')).toEqual({ picture: own.water })
    expect(named('tada', { unicode: '1f389' })).toEqual({ picture: own.tada })
    expect(named('stream::skin-tone-3')).toEqual({ picture: own.water })
  })

  test('follows an alias to the standard set, with the tone', () => {
    expect(named('ok')).toEqual({ characters: '👋' })
    expect(named('ok', { skin_tone: 3 })).toEqual({ characters: '👋🏼' })
    expect(named('ok::skin-tone-3')).toEqual({ characters: '👋🏼' })
  })

  test('falls back to the code points of the element, then to the short name', () => {
    expect(named('nobody', { unicode: '1f44b' })).toEqual({ characters: '👋' })
    expect(named('lost', { unicode: '1f44b' })).toEqual({ characters: '👋' })
    expect(named('wave')).toEqual({ characters: '👋' })
  })

  test.each(['round', 'bad', 'lost', 'nobody', 'constructor', '__proto__', ''])('does not know %j', (name) => {
    expect(named(name)).toBeUndefined()
  })
})
