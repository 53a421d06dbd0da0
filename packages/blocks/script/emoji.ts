import { readFileSync, writeFileSync } from 'node:fs'
import emojis from 'emojibase-data/en/data.json' with { type: 'json' }
import shortNames from 'emojibase-data/en/shortcodes/iamcal.json' with { type: 'json' }

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

/** The characters of each short name, the names that take a skin tone, and the first name of those that are not it. */
function tables() {
  const characters: Record<string, string> = { simple_smile: '\u{1f642}' }
  const aliases: Record<string, string> = { simple_smile: 'slightly_smiling_face' }
  const toned: string[] = []
  for (const { emoji, characters: found, names } of named) {
    for (const name of names) {
      characters[name] = found
      if (emoji?.skins) toned.push(name)
      if (name !== names[0] && names[0] !== undefined) aliases[name] = names[0]
    }
  }
  return { characters: sorted(characters), toned: toned.sort(), aliases: sorted(aliases) }
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

function sorted(record: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1)))
}
