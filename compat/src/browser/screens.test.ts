import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromiumPath, launchChromium } from '#testing/chromium'
import { screens } from '#screens/screens'
import { openStudio, settle, type Studio } from '#screens/stage'
import { contrast, runAxe } from './axe.ts'

/** What `accessibility.test.ts` does not show. `npm run screens -- --axe` looks at every screen. */
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
        await settle(page)
        const light = await runAxe(page, {})
        await page.emulateMedia({ colorScheme: 'dark' })
        await settle(page)
        const dark = await runAxe(page, contrast)
        await page.emulateMedia({ colorScheme: 'light' })
        await page.setViewportSize(phone)
        await settle(page)
        const narrow = await runAxe(page, {})
        expect({ light, dark, narrow }).toEqual({ light: [], dark: [], narrow: [] })
      })
    })
  },
)
