import axe, { type AxeResults, type RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath, launchChromium } from '#testing/chromium'
import { screens } from '#screens/screens'
import { openStudio, settle, type Studio } from '#screens/stage'

declare global {
  interface Window {
    axe: { run: (options?: RunOptions) => Promise<AxeResults> }
  }
}

/** What `accessibility.test.ts` does not show. */
const names = ['drafts', 'preferences', 'date', 'sections', 'notifications-on', 'unknown-address'] as const

const phone = { width: 390, height: 844 }
const desktop = { width: 1280, height: 800 }

describe.skipIf(!chromiumPath)(
  'axe finds no violations on screens of the table at 1280 px, light and dark, and at 390 px',
  () => {
    let studio: Studio
    let close: () => Promise<void>
    beforeAll(async () => {
      const browser = await launchChromium()
      studio = await openStudio(browser)
      close = async () => {
        await studio.close()
        await browser.close()
      }
    })
    afterAll(() => close())

    test.each(names)('%s', async (name) => {
      await studio.onStage({ viewport: desktop }, async (stage) => {
        const { page } = stage
        await screens[name]?.(stage)
        // Injects axe through the debugger, since the page's content security policy allows no foreign scripts.
        await page.evaluate(axe.source)
        const light = await runAxe(page, {})
        await page.emulateMedia({ colorScheme: 'dark' })
        const dark = await runAxe(page, { runOnly: ['color-contrast'] })
        await page.emulateMedia({ colorScheme: 'light' })
        await page.setViewportSize(phone)
        const narrow = await runAxe(page, {})
        expect({ light, dark, narrow }).toEqual({ light: [], dark: [], narrow: [] })
      })
    })
  },
)

async function runAxe(page: Page, options: RunOptions) {
  await settle(page)
  // Without this, axe would also describe every element that passes, which takes most of its time.
  const { violations } = await page.evaluate((runOptions) => window.axe.run(runOptions), {
    ...options,
    resultTypes: ['violations' as const],
  })
  return violations.map(({ id, nodes }) => ({
    id,
    elements: nodes.map(({ html, failureSummary }) => [html, failureSummary]),
  }))
}
