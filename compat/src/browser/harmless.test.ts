import { htmlFromBlocks } from '@rivulet/blocks/html'
import { blocksFromMarkdown } from '@rivulet/blocks/markdown'
import { injections } from '@rivulet/blocks/testing/injections'
import { saidEverywhere } from '@rivulet/blocks/testing/saidEverywhere'
import { expect, test } from 'vitest'
import { aVisitor } from '#testing/browser'
import { aServer } from '#testing/server'

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

/** Cut at every character, as Markdown. */
function cutsOf(text: string): string[] {
  return Array.from(text, (_, i) => htmlFromBlocks(blocksFromMarkdown(text.slice(0, i + 1))))
}
