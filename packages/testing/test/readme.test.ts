import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { runInThisContext } from 'node:vm'
import { App } from '@slack/bolt'
import { expect, test } from 'vitest'
import { startRivulet } from '@rivulet/testing'
import '@rivulet/testing/vitest'

const pages = ['../README.md', '../../../docs/testing.md']

/** The examples of a page that are whole tests. */
const examples = pages.flatMap((page) => {
  const text = readFileSync(new URL(page, import.meta.url), 'utf8')
  const manifest = /^const manifest = [^]*?^\}$/m.exec(text)?.[0] ?? ''
  return [...text.matchAll(/^```ts\n([^]*?)^```/gm)].flatMap(([, code = '']) => {
    const [, title = '', body] = /^test\('(.*?)', async \(\) => \{\n([^]*)^\}\)/m.exec(code) ?? []
    return body === undefined ? [] : [{ page, title, body: `${manifest}\n${body}` }]
  })
})

test.each(examples)('$page: “$title”', async ({ body }) => {
  const code = stripTypeScriptTypes(`async function example() {\n${body}\n}`)
  const run = runInThisContext(`(App, expect, startRivulet) => { ${code}\nreturn example() }`)
  await run(App, expect, startRivulet)
})

test('both pages have examples that run', () => {
  expect(new Set(examples.map(({ page }) => page)).size).toBe(pages.length)
})
