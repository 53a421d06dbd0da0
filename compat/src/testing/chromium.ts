import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
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

/** The Chromium that `CHROMIUM` names, or the first one on PATH. */
export const chromiumPath = process.env['CHROMIUM'] || firstOf((process.env['PATH'] ?? '').split(delimiter))

export function launchChromium(): Promise<Browser> {
  if (!chromiumPath) throw new Error('There is no Chromium: say where one is with CHROMIUM=/path/to/it.')
  return chromium.launch({ executablePath: chromiumPath, args })
}

function firstOf(directories: readonly string[]): string | undefined {
  const paths = directories.flatMap((directory) => names.map((name) => join(directory, name)))
  return paths.find((path) => existsSync(path))
}
