import { readFileSync, writeFileSync } from 'node:fs'
import emojis from 'emojibase-data/en/data.json' with { type: 'json' }
import shortNames from 'emojibase-data/en/shortcodes/iamcal.json' with { type: 'json' }
import { flagOf } from '#flagOf'

// Writes the generated tables of src/; with --check it only says whether they are up to date.
const byCode = new Map(emojis.map((emoji) => [emoji.hexcode, emoji]))
const named = Object.entries(shortNames).map(([code, names]) => ({
  emoji: byCode.get(code),
  characters: byCode.get(code)?.emoji ?? String.fromCodePoint(...code.split('-').map((point) => parseInt(point, 16))),
  names: typeof names === 'string' ? [names] : names,
}))

keep('emoji', tables())
keep('emojiGroups', groups())

function keep(file: string, table: object): void {
  const path = new URL(`../src/${file}.generated.json`, import.meta.url)
  const made = `${JSON.stringify(table, undefined, 0)}\n`
  if (!process.argv.includes('--check')) return writeFileSync(path, made)
  if (readFileSync(path, 'utf8') === made) return
  process.stderr.write(
    `packages/blocks/src/${file}.generated.json is stale: run node packages/blocks/script/emoji.ts\n`,
  )
  process.exitCode = 1
}

/**
 * Packed, since every page loads it. `emoji`: a line for each, its names with `|` between them, the one that counts
 * first, `*` behind them where it takes a skin tone, a space, its characters. `flags`: countries, two letters each.
 */
function tables() {
  const flags: string[] = []
  const lines: string[] = []
  for (const { emoji, characters, names } of named) {
    const country = /^flag-([a-z]{2})$/.exec(names[0] ?? '')?.[1]
    if (country && names.length === 1 && characters === flagOf(country)) {
      flags.push(country)
      continue
    }
    const all = names.includes('slightly_smiling_face') ? [...names, 'simple_smile'] : names
    lines.push(`${all.join('|')}${emoji?.skins ? '*' : ''} ${characters}`)
  }
  return { emoji: lines.sort(), flags: flags.sort().join('') }
}

/** For a picker: each group's emoji in their usual order, with the words by which people look for them. */
function groups() {
  const titles = ['Smileys', 'People', '', 'Nature', 'Food', 'Travel', 'Activities', 'Objects', 'Symbols', 'Flags']
  return titles.flatMap((title, group) => {
    if (title === '') return []
    const inGroup = named.filter(({ emoji }) => emoji?.group === group)
    const emoji = inGroup
      .toSorted((a, b) => (a.emoji?.order ?? 0) - (b.emoji?.order ?? 0))
      .map(({ names: [name = '', ...others], emoji: about }) => [
        name,
        wordsOf([...others, about?.label, ...(about?.tags ?? [])]),
      ])
    return [{ title, emoji }]
  })
}

function wordsOf(texts: (string | undefined)[]): string {
  return [...new Set(texts.flatMap((text) => text?.toLowerCase().split(/[\s:,]+/) ?? []))].filter(Boolean).join(' ')
}
