import { readFileSync, writeFileSync } from 'node:fs'
import emojis from 'emojibase-data/en/data.json' with { type: 'json' }
import shortNames from 'emojibase-data/en/shortcodes/iamcal.json' with { type: 'json' }
import { flagEmoji } from '#emoji/flag'

// Writes the generated tables of src/emoji/. With --check, reports whether they are up to date and writes nothing.
const byCode = new Map(emojis.map((emoji) => [emoji.hexcode, emoji]))
const named = Object.entries(shortNames).map(([code, names]) => ({
  emoji: byCode.get(code),
  characters: byCode.get(code)?.emoji ?? String.fromCodePoint(...code.split('-').map((point) => parseInt(point, 16))),
  names: typeof names === 'string' ? [names] : names,
}))

writeTable('emoji', packEmoji())
writeTable('groups', groupEmoji())

function writeTable(name: string, table: object): void {
  const path = new URL(`../src/emoji/${name}.generated.json`, import.meta.url)
  const json = `${JSON.stringify(table, undefined, 0)}\n`
  if (!process.argv.includes('--check')) return writeFileSync(path, json)
  if (readFileSync(path, 'utf8') === json) return
  process.stderr.write(
    `packages/blocks/src/emoji/${name}.generated.json is stale: run node packages/blocks/script/emoji.ts\n`,
  )
  process.exitCode = 1
}

/**
 * The table that every page loads, packed to be small. `emoji` has a line for each emoji: its names separated by `|`,
 * the canonical name first; `*` if it takes a skin tone; a space; its characters. `flags` has two letters per country.
 */
function packEmoji() {
  const flags: string[] = []
  const lines: string[] = []
  for (const { emoji, characters, names } of named) {
    const country = /^flag-([a-z]{2})$/.exec(names[0] ?? '')?.[1]
    if (country && names.length === 1 && characters === flagEmoji(country)) {
      flags.push(country)
      continue
    }
    const all = names.includes('slightly_smiling_face') ? [...names, 'simple_smile'] : names
    lines.push(`${all.join('|')}${emoji?.skins ? '*' : ''} ${characters}`)
  }
  return { emoji: lines.sort(), flags: flags.sort().join('') }
}

/** The emoji of each group for a picker, in their usual order, with the words by which people search for them. */
function groupEmoji() {
  const titles = ['Smileys', 'People', '', 'Nature', 'Food', 'Travel', 'Activities', 'Objects', 'Symbols', 'Flags']
  return titles.flatMap((title, group) => {
    if (title === '') return []
    const inGroup = named.filter(({ emoji }) => emoji?.group === group)
    const emoji = inGroup
      .toSorted((a, b) => (a.emoji?.order ?? 0) - (b.emoji?.order ?? 0))
      .map(({ names: [name = '', ...others], emoji: about }) => [
        name,
        searchWordsOf([...others, about?.label, ...(about?.tags ?? [])]),
      ])
    return [{ title, emoji }]
  })
}

function searchWordsOf(texts: (string | undefined)[]): string {
  return [...new Set(texts.flatMap((text) => text?.toLowerCase().split(/[\s:,]+/) ?? []))].filter(Boolean).join(' ')
}
