import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { splitIntoSections } from './.vitepress/sections.ts'

const root = join(import.meta.dirname, '..')
const declared = readFileSync(join(root, 'packages/testing/src/expect/matchers.ts'), 'utf8')
const { sections } = splitIntoSections(readFileSync(join(root, 'docs/matchers.md'), 'utf8'))

test('every matcher has a section with the sentence and the arguments of its declaration, and no other has', () => {
  const matchers = [...declared.matchAll(/\/\*\* (.+) \*\/\n {2}(\w+)\((.*)\): Result/g)]
  expect(sections.map(({ title }) => title)).toEqual(matchers.map(([, , name]) => name))
  for (const [i, [, sentence = '', name = '', args = '']] of matchers.entries()) {
    expect(sections[i]?.content).toContain(`\n${sentence}\n`)
    expect(sections[i]?.content).toContain(`.${name}(${args})\``)
  }
})
