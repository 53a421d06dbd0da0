import { htmlFromBlocks } from '@rivulet/blocks/html'
import { blocksFromMarkdown } from '@rivulet/blocks/markdown'
import { injections } from '@rivulet/blocks/testing/injections'
import { fillBlocksAndElements } from '@rivulet/blocks/testing/filledBlocks'
import { expect, test } from 'vitest'
import { openBrowser } from '#testing/browser'
import { buildBlocksPageScript } from '#testing/blocksPage'
import { startServer, type Server } from '#testing/server'

declare global {
  interface Window {
    findHarm: (text: string, open?: boolean) => string | undefined
    violations: string[]
  }
}

test('HTML of blocks with injections is harmless in a browser, under the content security policy of the page', async () => {
  const server = await startServer()
  const { page } = await openBrowser(server)
  const policy = (await fetch(server.url)).headers.get('content-security-policy') ?? ''
  expect(policy).toContain("script-src 'self'")
  const fragments = injections.flatMap((text) => [htmlFromBlocks(fillBlocksAndElements(text)), ...renderAllCuts(text)])
  await page.route('**/blocks-page', (route) =>
    route.fulfill({
      contentType: 'text/html; charset=utf-8',
      headers: { 'content-security-policy': policy },
      body: `<!doctype html><title>Blocks</title>${fragments.join('\n')}`,
    }),
  )
  await page.route('https://**', (route) => route.abort())
  let dialogs = 0
  page.on('dialog', () => dialogs++)
  await page.goto(`${server.url}/blocks-page`)
  const found = await page.evaluate(() => ({
    harm: 'harm' in window,
    scripts: document.querySelectorAll('script, iframe, object, embed, style, link, meta, base, form, svg').length,
    handlers: [...document.querySelectorAll('*')].filter((element) =>
      element.getAttributeNames().some((name) => name.startsWith('on')),
    ).length,
    links: [...document.querySelectorAll('a')].filter(({ href }) => !/^(https?|mailto):/.test(href)).length,
  }))
  expect(found).toEqual({ harm: false, scripts: 0, handlers: 0, links: 0 })
  expect(dialogs).toBe(0)
})

test('injections in any field, or in any block cut at any byte, are harmless where React renders them', async () => {
  const server = await startServer()
  const script = await buildBlocksPageScript()
  const cuts = [...new Set(injections.flatMap(cutAtEveryByte))]
  expect(injections.length).toBeGreaterThanOrEqual(150)
  // Two pages in parallel, since this is the longest part of a whole test run.
  const half = Math.ceil(cuts.length / 2)
  await Promise.all([cuts.slice(0, half), cuts.slice(half)].map((some) => expectHarmless(server, script, some)))
}, 600_000)

async function expectHarmless(server: Server, script: string, cuts: readonly string[]): Promise<void> {
  const { page } = await openBrowser(server)
  const policy = (await fetch(server.url)).headers.get('content-security-policy') ?? ''
  await page.route('**/blocks-page', (route) =>
    route.fulfill({
      contentType: 'text/html; charset=utf-8',
      headers: { 'content-security-policy': policy },
      body: '<!doctype html><title>Blocks</title><body><script type="module" src="/blocks-page.js"></script>',
    }),
  )
  await page.route('**/blocks-page.js', (route) => route.fulfill({ contentType: 'text/javascript', body: script }))
  await page.route('https://**', (route) => route.abort())
  let dialogs = 0
  page.on('dialog', () => dialogs++)
  await page.addInitScript(() => {
    Object.assign(globalThis, { violations: [] })
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      window.violations.push(`${violatedDirective} ${blockedURI}`),
    )
  })
  await page.goto(`${server.url}/blocks-page`)
  expect(await page.evaluate((text) => window.findHarm(text), 'Hello')).toBeUndefined()
  await expect.poll(() => page.getByText('Hello').count()).toBeGreaterThan(50)

  const harmIn = (texts: readonly string[], open: boolean) =>
    page.evaluate(([list, opened]) => list.flatMap((text) => window.findHarm(text, opened) ?? []), [
      texts,
      open,
    ] as const)
  for (let from = 0; from < cuts.length; from += 500) {
    expect(await harmIn(cuts.slice(from, from + 500), false)).toEqual([])
  }
  expect(await harmIn(injections, true)).toEqual([])
  expect(await page.evaluate(() => window.violations)).toEqual([])
  expect(dialogs).toBe(0)
  for (const harmful of harmfulElements) expect(await page.evaluate(findHarmOf, harmful)).toContain(`<${harmful[0]} `)
}

/** Elements that must be found, to prove that the search works: tag, attribute, value. */
const harmfulElements = [
  ['iframe', 'title', ''],
  ['form', 'title', ''],
  ['button', 'formaction', 'https://example.com/'],
  ['a', 'href', 'javascript:ask()'],
  ['img', 'src', 'data:image/png;base64,'],
  ['p', 'onharm', 'ask()'],
  ['p', 'style', 'position: fixed;'],
] as const

/** Runs in the page: adds a harmful element, and returns what `findHarm` says about it. */
function findHarmOf([tag, attribute, value]: (typeof harmfulElements)[number]): string | undefined {
  const main = document.querySelector('main')
  const harmful = document.createElement(tag)
  harmful.setAttribute(attribute, value)
  main?.append(harmful)
  const found = window.findHarm('Hello')
  harmful.remove()
  return found
}

/** Every prefix of the text, by bytes. */
function cutAtEveryByte(text: string): string[] {
  const bytes = Buffer.from(text)
  return Array.from(bytes, (_, i) => bytes.subarray(0, i + 1).toString())
}

/** The HTML of every prefix of the text, by characters, read as Markdown. */
function renderAllCuts(text: string): string[] {
  return Array.from(text, (_, i) => htmlFromBlocks(blocksFromMarkdown(text.slice(0, i + 1))))
}
