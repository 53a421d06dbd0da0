import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { runAxe } from '#browser/axe'
import { launchChromium } from '#testing/chromium'
import { repository } from '#testing/servers/spawnServer'
import { writeDocumentImages } from './documentImages.ts'
import { formatOverview } from './overview.ts'
import { screens } from './screens.ts'
import { openStudio, settle, type Studio } from './stage.ts'

const usage = `npm run screens -- [--only NAME] [--axe] [--write]

Makes a picture of every screen of the web client, light, dark and 390 px wide, in screens/, and an index.html that shows them
side by side. Build the client first.
--only NAME   only the screens whose names contain this
--axe         looks with axe for what excludes people from each of them, too, and fails if there is anything
--write       renews the pictures of docs/images instead
`
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    axe: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const print = (line: string): void => void process.stdout.write(`${line}\n`)
const folder = join(repository, 'screens')
const desktop = { width: 1280, height: 800 }
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 }

if (values.help) print(usage)
else {
  const browser = await launchChromium()
  const studio = await openStudio(browser)
  try {
    if (values.write) await writeDocumentImages(studio, join(repository, 'docs', 'images'))
    else await photographScreens(studio)
  } finally {
    await studio.close()
    await browser.close()
  }
}

async function photographScreens(studio: Studio): Promise<void> {
  const wanted = Object.keys(screens).filter((name) => name.includes(values.only))
  if (!values.only) await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  for (const name of wanted) {
    print(name)
    await photograph(studio, name, { viewport: desktop }, ['light', 'dark'])
    await photograph(studio, name, phone, ['phone'])
  }
  await writeFile(join(folder, 'index.html'), formatOverview(Object.keys(screens)))
  print(`Open ${join(folder, 'index.html')}`)
}

/** Makes the pictures of a screen. If it cannot be shown, they show what was there instead. */
async function photograph(studio: Studio, name: string, device: BrowserContextOptions, looks: string[]): Promise<void> {
  await studio.onStage(device, async (stage) => {
    try {
      await screens[name]?.(stage)
      await settle(stage.page)
    } catch (error) {
      print(`${name} failed: ${String(error)}`)
      process.exitCode = 1
    }
    for (const look of looks) {
      await stage.page.emulateMedia({ colorScheme: look === 'dark' ? 'dark' : 'light' })
      await stage.page.screenshot({ path: join(folder, `${name}.${look}.png`), animations: 'disabled' })
      if (values.axe) await reportViolations(stage.page, `${name}.${look}`)
    }
  })
}

async function reportViolations(page: Page, name: string): Promise<void> {
  for (const { id, elements } of await runAxe(page, {})) {
    print(`${name} breaks ${id}:`)
    for (const [html, summary] of elements) print(`  ${html}\n  ${summary}`)
    process.exitCode = 1
  }
}
