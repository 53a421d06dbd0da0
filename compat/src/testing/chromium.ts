import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const args = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The Chromium that `CHROMIUM` names, or the first that PATH has. */
export function launchChromium(): Promise<Browser> {
  const directories = (process.env['PATH'] ?? '').split(delimiter)
  const executablePath =
    process.env['CHROMIUM'] ??
    directories.flatMap((directory) => names.map((name) => join(directory, name))).find((path) => existsSync(path))
  return chromium.launch({ ...(executablePath ? { executablePath } : {}), args })
}
