import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { htmlFromBlocks } from '#html'

test('the style sheet has every named icon of a card', () => {
  const names =
    'archive book bookmark bot bug calendar call caret-left caret-right check clipboard code comment compass copy cube ' +
    'download edit email eye-closed eye-open file flag folder gear globe heart help image info key lightbulb link map ' +
    'mobile new-window pin plus refine refresh rocket save screen share sparkle star star-filled tag thumbs-down ' +
    'thumbs-up trash upload user warning'
  const style = readFileSync(new URL('icons.css', import.meta.url), 'utf8')
  const known = [...style.matchAll(/\[data-icon='([a-z-]+)'\]::before \{\s+content: '.+?';/g)].map(([, name]) => name)
  expect(known).toEqual(names.split(' '))
  const card = htmlFromBlocks([
    { type: 'card', slack_icon: { type: 'icon', name: 'rocket' }, title: { type: 'plain_text', text: 'First' } },
  ])
  expect(card).toContain('<span class="rv-icon" data-icon="rocket" aria-hidden="true"></span>First')
})
