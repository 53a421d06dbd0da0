import axe from 'axe-core'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { openBrowser } from '#testing/browser'
import { startServer } from '#testing/server'
import { repository } from '#testing/servers/spawnServer'

const file = join(repository, 'docs', 'gallery.generated.html')

test('the gallery is a single file that renders edited blocks and their errors without a network', async () => {
  const { page, errors } = await openBrowser(await startServer())
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.context().setOffline(true)
  await page.goto(pathToFileURL(file).href)

  const sample = page.getByRole('region', { name: 'header', exact: true })
  const json = sample.getByRole('textbox', { name: 'JSON of header' })
  await json.fill((await json.inputValue()).replace('A header', 'Changed :wave: <b>'))
  await expect.poll(() => sample.getByRole('heading', { name: 'Changed 👋 <b>' }).count()).toBe(2)

  await json.fill((await json.inputValue()).replace('"level": 1', '"level": 9').replace('"plain_text"', '"nope"'))
  await expect.poll(() => sample.locator('mark').allTextContents()).toEqual(['"nope"', '9'])
  await sample.getByRole('button', { name: 'Line 4: must be a valid enum value' }).click()
  await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe('"nope"')
  await expect.poll(() => sample.getByRole('heading', { name: 'Changed' }).count()).toBe(2)

  await json.fill('[')
  await expect.poll(() => sample.getByRole('listitem').allTextContents()).toEqual([expect.stringContaining('JSON')])
  await json.fill('[]')
  await expect.poll(() => sample.getByRole('heading', { name: 'Changed' }).count()).toBe(0)

  const button = page.getByRole('region', { name: 'actions: button', exact: true })
  await button.getByRole('button', { name: 'Button', exact: true }).first().click()
  const sent = button.getByRole('status')
  await expect.poll(async () => JSON.parse((await sent.textContent()) || '{}')).toMatchObject({ action_id: 'plain' })

  const people = page.getByRole('region', { name: 'actions: multi_users_select', exact: true })
  await expect.poll(() => people.getByText('Ben', { exact: true }).count()).toBe(2)

  expect(requests).toEqual([pathToFileURL(file).href])
  expect(errors).toEqual([])
  expect((await readFile(file)).length).toBeLessThan(700_000)
})

test.each(['light', 'dark'] as const)('axe finds no violations in the gallery, in %s colours', async (colorScheme) => {
  // The page's content security policy would block the script of axe too.
  const { page } = await openBrowser(await startServer(), { colorScheme, bypassCSP: true })
  await page.goto(pathToFileURL(file).href)
  await page.addScriptTag({ content: axe.source })
  const { violations } = await page.evaluate(() => window.axe.run())
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])
})

test('the development server of the client serves the gallery at /gallery', async () => {
  const { page, errors } = await openBrowser(await startServer())
  await page.goto(`${await startVite()}/gallery`)

  const sample = page.getByRole('region', { name: 'header', exact: true })
  const json = sample.getByRole('textbox', { name: 'JSON of header' })
  await json.fill((await json.inputValue()).replace('A header', 'Changed'))
  await sample.getByRole('heading', { name: 'Changed' }).first().waitFor()
  await expect.poll(() => page.getByRole('region').count()).toBeGreaterThan(40)
  expect(errors).toEqual([])
})

/** Starts Vite on the sources of the client, and returns its address. */
async function startVite(): Promise<string> {
  const vite = spawn(join(repository, 'node_modules', '.bin', 'vite'), ['--port', '0', '--strictPort'], {
    cwd: join(repository, 'packages', 'web'),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const closed = once(vite, 'close')
  onTestFinished(async () => {
    vite.kill()
    await closed
  })
  for await (const line of createInterface(vite.stdout)) {
    const [url] = /http:\/\/localhost:\d+/.exec(stripVTControlCharacters(line)) ?? []
    if (url) return url
  }
  throw new Error('Vite exited before it was ready.')
}
