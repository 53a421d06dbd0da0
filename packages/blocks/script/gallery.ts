import { readFileSync, writeFileSync } from 'node:fs'
import type { Block } from '#block'
import type { Viewer } from '#draw/viewer'
import { htmlFromBlocks } from '#html'
import { everyBlock, everyInline } from '#testing/everyBlock'

// Writes docs/gallery.generated.html; with --check it only says whether that file is up to date.
const path = new URL('../../../docs/gallery.generated.html', import.meta.url)
const text = (place: string) => readFileSync(new URL(place, import.meta.url), 'utf8')

const viewer: Viewer = {
  you: 'U1',
  user: (id) => (id === 'U1' ? 'Ana' : undefined),
  channel: (id) => (id === 'C1' ? 'general' : undefined),
  usergroup: () => ({ handle: 'crew', users: [] }),
  emoji: {},
  date: { locale: 'en-US', timeZone: 'UTC', now: 0 },
}
const elements = everyInline.map((inline): [string, Block] => [
  `rich_text: ${inline.type}`,
  { type: 'rich_text', elements: [{ type: 'rich_text_section', elements: [inline] }] },
])
const samples = [...everyBlock.map((block): [string, Block] => [block.type, block]), ...elements]

const made = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Blocks</title>
<style>
${text('../../web/src/styles/tokens.css')}${text('../src/blocks.css')}
body { margin: 24px; background: var(--ground-0); color: var(--ink-1); font: var(--text); }
p, h2, h3 { margin: 0; }
section.sample { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 8px 16px; margin-top: 24px; }
section.sample > h2 { grid-column: 1 / -1; font: var(--label); }
.json, .view { min-width: 0; margin: 0; padding: 12px 16px; overflow: auto; border: 1px solid var(--line); border-radius: 10px; }
.json { max-height: 400px; font: var(--code); }
.view { display: flex; flex-direction: column; gap: 8px; background: var(--ground-0); color: var(--ink-1); overflow-wrap: anywhere; }
</style>
</head>
<body>
<h1>Blocks</h1>
${samples.map(sampleOf).join('\n')}
</body>
</html>
`

if (!process.argv.includes('--check')) {
  writeFileSync(path, made)
} else if (readFileSync(path, 'utf8') !== made) {
  process.stderr.write('docs/gallery.generated.html is stale: run node packages/blocks/script/gallery.ts\n')
  process.exitCode = 1
}

function sampleOf([name, block]: [string, Block]): string {
  const drawn = htmlFromBlocks([block], viewer)
  const json = JSON.stringify(block, undefined, 2).replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const views = ['light', 'dark'].map((scheme) => `<div class="view" style="color-scheme: ${scheme}">${drawn}</div>`)
  return `<section class="sample"><h2>${name}</h2><pre class="json" tabindex="0">${json}</pre>${views.join('')}</section>`
}
