import { describe, expect, test } from 'vitest'
import { emojiCharacters, standardEmoji } from '#emoji'
import { emojiName, nameTypedEmoji } from '#emoji/typed'
import { blocksFromMarkdown } from '#markdown'
import { mrkdwnFromBlocks } from '#mrkdwn'

describe('emojiName', () => {
  test('finds the canonical name of every standard emoji, with and without its variation selector', () => {
    for (const [name, characters] of standardEmoji) {
      const found = emojiName(characters) ?? ''
      expect(emojiCharacters(found), name).toBe(characters)
      expect(emojiName(characters.replaceAll('\ufe0f', ''))).toBe(found)
    }
    expect(['👍', '👋🏻', '🧑🏽‍🚀', '🇯🇵'].map(emojiName)).toEqual(['+1', 'wave::skin-tone-2', 'astronaut::skin-tone-4', 'jp'])
  })

  test('knows no other characters, and no group with several tones', () => {
    expect(['a', '', '👩🏽‍🤝‍👨🏻', '🏻'].map(emojiName)).toEqual([undefined, undefined, undefined, 'skin-tone-2'])
  })
})

describe('nameTypedEmoji', () => {
  const typed = (source: string) => nameTypedEmoji(blocksFromMarkdown(source))

  test('[RT-13] turns characters and names into emoji elements with code points', () => {
    expect(typed('hi 👋🏻 **✅** :thumbsup::skin-tone-3: :party_parrot:')).toEqual([
      {
        type: 'rich_text',
        elements: [
          {
            type: 'rich_text_section',
            elements: [
              { type: 'text', text: 'hi ' },
              { type: 'emoji', name: 'wave', unicode: '1f44b-1f3fb', skin_tone: 2 },
              { type: 'text', text: ' ' },
              { type: 'emoji', name: 'white_check_mark', unicode: '2705', style: { bold: true } },
              { type: 'text', text: ' ' },
              { type: 'emoji', name: '+1', unicode: '1f44d-1f3fc', skin_tone: 3 },
              { type: 'text', text: ' ' },
              { type: 'emoji', name: 'party_parrot' },
            ],
          },
        ],
      },
    ])
  })

  test('[RT-13] names every standard emoji that stands alone in a text', () => {
    const unnamed = [...standardEmoji]
      .filter(([, characters]) => /^\p{RGI_Emoji}$/v.test(characters))
      .filter(([, characters]) => {
        const section = { type: 'rich_text_section' as const, elements: [{ type: 'text' as const, text: characters }] }
        return !mrkdwnFromBlocks(nameTypedEmoji([{ type: 'rich_text', elements: [section] }])).startsWith(':')
      })
    expect(unnamed).toEqual([])
  })

  test.each([
    ['- 🎉\n\n> 👋', '• :tada:\n&gt; :wave:'],
    ['# 👋 all', ':wave: all'],
    [`# ${'👋'.repeat(75)}`, '👋'.repeat(75)],
    ['`👋` © 1 ™', '`👋` © 1 ™'],
    ['```\n👋\n```', '```👋```'],
    ['[👋](https://a.b)', '<https://a.b|👋>'],
    ['👩🏽‍🤝‍👨🏻', '👩🏽‍🤝‍👨🏻'],
    ['👨‍👩‍👧👋', ':man-woman-girl::wave:'],
  ])('[RT-13] makes of %j the text %j', (source, text) => {
    expect(mrkdwnFromBlocks(typed(source))).toBe(text)
  })
})
