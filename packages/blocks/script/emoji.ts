import { readFileSync, writeFileSync } from 'node:fs'
import emojis from 'emojibase-data/en/data.json' with { type: 'json' }
import shortNames from 'emojibase-data/en/shortcodes/iamcal.json' with { type: 'json' }

// Writes src/emoji.generated.json; with --check it only says whether that file is up to date.
const path = new URL('../src/emoji.generated.json', import.meta.url)
const made = `${JSON.stringify(tables(), undefined, 0)}\n`

if (!process.argv.includes('--check')) {
  writeFileSync(path, made)
} else if (readFileSync(path, 'utf8') !== made) {
  process.stderr.write('packages/blocks/src/emoji.generated.json is stale: run node packages/blocks/script/emoji.ts\n')
  process.exitCode = 1
}

/** The characters of each short name, and the names that take a skin tone. */
function tables() {
  const byCode = new Map(emojis.map((emoji) => [emoji.hexcode, emoji]))
  const characters: Record<string, string> = {}
  const toned: string[] = []
  for (const [code, names] of Object.entries(shortNames)) {
    const emoji = byCode.get(code)
    for (const name of typeof names === 'string' ? [names] : names) {
      characters[name] = emoji?.emoji ?? String.fromCodePoint(...code.split('-').map((point) => parseInt(point, 16)))
      if (emoji?.skins) toned.push(name)
    }
  }
  characters.simple_smile = '\u{1f642}'
  return { characters: sorted(characters), toned: toned.sort() }
}

function sorted(record: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1)))
}
