import { expect, test } from 'vitest'
import { splitExcerpt } from './excerpt.ts'

const names = { user: (id: string) => `name of ${id}`, channel: (id: string) => id, usergroup: (id: string) => id }
const [on, off] = ['\u{E000}', '\u{E001}']

test('[SRC-10] found words are told from the others, names stand in place of ids, and marks go', () => {
  expect(
    splitExcerpt(
      `*${on}Deploy${off}* by <@U1>\nat _${on}noon${off}_, see <https://x.example|the ${on}plan${off}>`,
      names,
    ),
  ).toEqual([
    { text: 'Deploy', isFound: true },
    { text: ' by @name of U1 at ', isFound: false },
    { text: 'noon', isFound: true },
    { text: ', see the ', isFound: false },
    { text: 'plan', isFound: true },
  ])
})

test.each([
  ['nothing found', 'nothing found', false],
  [`${on}cut off`, 'cut off', false],
  [`${on}all${off}`, 'all', true],
])('%j has one part', (marked, text, isFound) => {
  expect(splitExcerpt(marked, names)).toEqual([{ text, isFound }])
})
