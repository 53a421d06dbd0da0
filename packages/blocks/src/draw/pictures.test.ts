import { expect, test } from 'vitest'
import { htmlFromBlocks } from '#html'
import type { Block } from '#types'

const alt_text = 'A map'
const picture = (slack_file: object) => ({ slack_file, alt_text })
const html = (...blocks: Block[]) => htmlFromBlocks(blocks)

/** The sources of the pictures that show this file in every place that has one. */
function sourcesOf(file: object) {
  const drawn = html(
    { type: 'image', ...picture(file) },
    { type: 'section', accessory: { type: 'image', ...picture(file) } },
    { type: 'context', elements: [{ type: 'image', ...picture(file) }] },
    { type: 'card', hero_image: picture(file), icon: picture(file) },
    { type: 'container', icon: picture(file), child_blocks: [] },
  )
  return [...drawn.matchAll(/<img class="rv-\w+" src="([^"]*)" alt="A map"/g)].map(([, source]) => source)
}

test.each([
  { id: 'F1' },
  { url: 'https://chat.example/files/F1' },
  { url: 'https://chat.example/files/F1/map.png' },
  { url: 'https://chat.example/files/F1/download/map.png' },
])('[FIL-20] a file is drawn as the picture of a block: %o', (file) => {
  expect(sourcesOf(file)).toEqual(Array(6).fill('/files/F1'))
})

test.each([{ id: 'f1' }, { id: '../F1' }, { id: 'F1?x' }, { url: 'https://chat.example/F1' }])(
  '[FIL-20] what names no file is drawn as the alternative text: %o',
  (file) => {
    expect(sourcesOf(file)).toEqual([])
    expect(html({ type: 'image', ...picture(file) })).toContain(alt_text)
  },
)
