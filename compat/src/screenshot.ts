import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Browser } from 'playwright-core'
import { launchChromium } from '#testing/chromium'

const repository = join(import.meta.dirname, '..', '..')
const images = join(repository, 'docs', 'images')

/** Takes screenshots of the client for the documentation: the demo's agent carries out a plan in a thread. */
await mkdir(images, { recursive: true })
const chromium = await launchChromium()
for (const theme of ['light', 'dark'] as const) {
  await withDemo((url) => takeScreenshot(chromium, url, theme))
}
await chromium.close()

async function takeScreenshot(browser: Browser, url: string, theme: 'light' | 'dark') {
  const page = await browser.newPage({
    viewport: { width: 1280, height: 800 },
    colorScheme: theme,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
  })
  await page.goto(url)
  await page.getByRole('button', { name: 'Ben Okafor' }).click()
  await page.getByRole('link', { name: 'launch' }).click()
  await page.getByRole('button', { name: '3 replies' }).click()
  await page.mouse.move(0, 0)
  const composer = page.getByRole('textbox', { name: 'Reply in thread' })
  await composer.fill('Thank you! @Brook please make a plan of it, and begin.')
  await composer.press('Enter')
  await page.getByTestId('thread').getByText('1 of 3').waitFor()
  await page.waitForTimeout(500)
  await page.screenshot({ path: join(images, `client-${theme}.png`) })
  await page.close()
}

async function withDemo(use: (url: string) => Promise<void>) {
  const command = join(repository, 'node_modules', '.bin', 'rivulet')
  const child = spawn(command, ['dev', '--json', '--port', '0', '--data', ':memory:'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const closed = once(child, 'close')
  try {
    const [line] = await once(createInterface(child.stdout), 'line')
    const { url } = JSON.parse(String(line)) as { url: string }
    await use(url)
  } finally {
    child.kill('SIGTERM')
    await closed
  }
}
