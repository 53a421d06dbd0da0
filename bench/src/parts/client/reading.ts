import type { Browser } from 'playwright-core'
import { median, type ReportRow } from '#report'
import { channel } from '#servers/workspace'
import { historyTs } from './history.ts'
import { openPage } from './page.ts'

/** Far back in a channel of so many messages: how long a permalink takes, and how large the page becomes. */
export async function measureReading(
  browser: Browser,
  server: { url: string },
  messages: number,
  screens: number,
): Promise<ReportRow[]> {
  const { page, slowDown, close } = await openPage(browser, server)
  await page.goto(`${server.url}/c/${channel}`)
  await page.locator('main [data-ts]').first().waitFor()
  await page.waitForLoadState('networkidle')
  await slowDown(4)
  const jumps = []
  for (const part of [0.1, 0.9, 0.4, 0.7, 0.01, 0.55]) {
    const ts = historyTs(Math.floor(messages * part))
    const path = `/archives/${channel}/p${ts.replace('.', '')}`
    jumps.push(await page.evaluate<number>(`probe.goTo('${path}', 'main [data-ts="${ts}"]')`))
  }
  await slowDown(1)

  await page.locator('main [data-ts]').first().hover()
  let most = 0
  for (let n = 0; n < screens; n++) {
    await page.mouse.wheel(0, -800)
    await page.evaluate('new Promise(requestAnimationFrame)')
    most = Math.max(most, await page.evaluate<number>(`document.getElementsByTagName('*').length`))
  }
  await close()
  return [
    {
      what: `a permalink to any of ${messages} messages, at a fourth of the speed, median and longest of ${jumps.length}`,
      figure: `${median(jumps).toFixed(0)} ms, ${Math.max(...jumps).toFixed(0)} ms`,
      goal: { atMost: 1000, unit: ' ms', value: Math.max(...jumps) },
    },
    {
      what: `most elements in the page while ${screens} screens are scrolled back`,
      figure: String(most),
      goal: { atMost: 6000, value: most },
    },
  ]
}
