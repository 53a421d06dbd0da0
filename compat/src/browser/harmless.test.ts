import { htmlFromBlocks } from '@rivulet/blocks/html'
import { blocksFromMarkdown } from '@rivulet/blocks/markdown'
import { injections } from '@rivulet/blocks/testing/injections'
import { saidEverywhere } from '@rivulet/blocks/testing/saidEverywhere'
import { expect, test } from 'vitest'
import { aVisitor } from '#testing/browser'
import { saidScript } from '#testing/said'
import { aServer, type Server } from '#testing/server'

declare global {
  interface Window {
    harmOf: (text: string, open?: boolean) => string | undefined
    violations: string[]
  }
}

test('nothing that blocks say does anything in a browser, under the policy of the page', async () => {
  const server = await aServer()
  const { page } = await aVisitor(server)
  const policy = (await fetch(server.url)).headers.get('content-security-policy') ?? ''
  expect(policy).toContain("script-src 'self'")
  const said = injections.flatMap((text) => [htmlFromBlocks(saidEverywhere(text)), ...cutsOf(text)])
  await page.route('**/said', (route) =>
    route.fulfill({
      contentType: 'text/html; charset=utf-8',
      headers: { 'content-security-policy': policy },
      body: `<!doctype html><title>Said</title>${said.join('\n')}`,
    }),
  )
  await page.route('https://**', (route) => route.abort())
  let asked = 0
  page.on('dialog', () => asked++)
  await page.goto(`${server.url}/said`)
  const found = await page.evaluate(() => ({
    harm: 'harm' in window,
    scripts: document.querySelectorAll('script, iframe, object, embed, style, link, meta, base, form, svg').length,
    handlers: [...document.querySelectorAll('*')].filter((one) =>
      one.getAttributeNames().some((name) => name.startsWith('on')),
    ).length,
    links: [...document.querySelectorAll('a')].filter(({ href }) => !/^(https?|mailto):/.test(href)).length,
  }))
  expect(found).toEqual({ harm: false, scripts: 0, handlers: 0, links: 0 })
  expect(asked).toBe(0)
})

test('nothing that is said in any field, or in any block cut at any byte, does anything where React draws it', async () => {
  const server = await aServer()
  const script = await saidScript()
  const cuts = [...new Set(injections.flatMap(bytesOf))]
  expect(injections.length).toBeGreaterThanOrEqual(150)
  // Two pages, since drawing all of it is most of what a whole test run takes.
  const half = Math.ceil(cuts.length / 2)
  await Promise.all([cuts.slice(0, half), cuts.slice(half)].map((some) => drawHarmlessly(server, script, some)))
}, 600_000)

async function drawHarmlessly(server: Server, script: string, cuts: readonly string[]): Promise<void> {
  const { page } = await aVisitor(server)
  const policy = (await fetch(server.url)).headers.get('content-security-policy') ?? ''
  await page.route('**/said', (route) =>
    route.fulfill({
      contentType: 'text/html; charset=utf-8',
      headers: { 'content-security-policy': policy },
      body: '<!doctype html><title>Said</title><body><script type="module" src="/said.js"></script>',
    }),
  )
  await page.route('**/said.js', (route) => route.fulfill({ contentType: 'text/javascript', body: script }))
  await page.route('https://**', (route) => route.abort())
  let asked = 0
  page.on('dialog', () => asked++)
  await page.addInitScript(() => {
    Object.assign(globalThis, { violations: [] })
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      window.violations.push(`${violatedDirective} ${blockedURI}`),
    )
  })
  await page.goto(`${server.url}/said`)
  expect(await page.evaluate((text) => window.harmOf(text), 'Hello')).toBeUndefined()
  expect(await page.getByText('Hello').count()).toBeGreaterThan(50)

  const harmIn = (texts: readonly string[], open: boolean) =>
    page.evaluate(([given, opened]) => given.flatMap((text) => window.harmOf(text, opened) ?? []), [
      texts,
      open,
    ] as const)
  for (let from = 0; from < cuts.length; from += 500) {
    expect(await harmIn(cuts.slice(from, from + 500), false)).toEqual([])
  }
  expect(await harmIn(injections, true)).toEqual([])
  expect(await page.evaluate(() => window.violations)).toEqual([])
  expect(asked).toBe(0)
  for (const harmful of harms) expect(await page.evaluate(harmBeside, harmful)).toContain(`<${harmful[0]} `)
}

/** A tag, and an attribute that it has with its value. */
const harms = [
  ['iframe', 'title', ''],
  ['form', 'title', ''],
  ['button', 'formaction', 'https://example.com/'],
  ['a', 'href', 'javascript:ask()'],
  ['img', 'src', 'data:image/png;base64,'],
  ['p', 'onharm', 'ask()'],
  ['p', 'style', 'position: fixed;'],
] as const

/** What is found once this stands on the page: in the page. */
function harmBeside([tag, attribute, value]: (typeof harms)[number]): string | undefined {
  const place = document.querySelector('main')
  const harmful = document.createElement(tag)
  harmful.setAttribute(attribute, value)
  place?.append(harmful)
  const found = window.harmOf('Hello')
  harmful.remove()
  return found
}

/** Cut at every byte. */
function bytesOf(text: string): string[] {
  const bytes = Buffer.from(text)
  return Array.from(bytes, (_, i) => bytes.subarray(0, i + 1).toString())
}

/** Cut at every character, as Markdown. */
function cutsOf(text: string): string[] {
  return Array.from(text, (_, i) => htmlFromBlocks(blocksFromMarkdown(text.slice(0, i + 1))))
}
