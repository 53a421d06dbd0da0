import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { runInThisContext } from 'node:vm'
import { App } from '@slack/bolt'
import { WebClient } from '@slack/web-api'
import { expect, test } from 'vitest'
import { startRivulet } from '@rivulet/testing'
import { controlClient } from '@rivulet/testing/control'
import '@rivulet/testing/vitest'

const pages = [
  '../README.md',
  ...['testing', 'matchers', 'guides/from-emulate', 'guides/from-mocks', 'evaluation'].map(
    (name) => `../../../docs/${name}.md`,
  ),
]
/** The manifest of all pages but the README, which has one of its own. */
const shared = manifestOf(readPage('../../../docs/testing.md'))
/** What the page about mocks tests: an app's own function. */
const greet = (client: WebClient, channel: string) => client.chat.postMessage({ channel, text: 'Hello' })

/** The examples of a page that are whole tests. */
const examples = pages.flatMap((page) => {
  const text = readPage(page)
  const helper = /^function [^]*?^\}$/m.exec(text)?.[0] ?? ''
  return [...text.matchAll(/^```ts\n([^]*?)^```/gm)].flatMap(([, code = '']) => {
    const [, title = '', body] = /^test\('(.*?)', async \(\) => \{\n([^]*)^\}\)/m.exec(code) ?? []
    return body === undefined ? [] : [{ page, title, body: `${manifestOf(text) || shared}\n${helper}\n${body}` }]
  })
})

test.each(examples)('$page: “$title”', async ({ body }) => {
  const code = stripTypeScriptTypes(`async function example() {\n${body}\n}`)
  const run = runInThisContext(
    `(App, WebClient, controlClient, expect, greet, startRivulet) => { ${code}\nreturn example() }`,
  )
  await run(App, WebClient, controlClient, expect, greet, startRivulet)
})

test('all pages have examples that run', () => {
  expect(new Set(examples.map(({ page }) => page)).size).toBe(pages.length)
})

function readPage(path: string): string {
  return readFileSync(new URL(path, import.meta.url), 'utf8')
}

function manifestOf(page: string): string {
  return /^const manifest = [^]*?^\}$/m.exec(page)?.[0] ?? ''
}
