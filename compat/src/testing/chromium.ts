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

/** The Chromium that `CHROMIUM` names, or the first one on PATH. */
export const chromiumPath = process.env['CHROMIUM'] || firstOf(names)
/** The same engine without the desktop around it, of which a page costs half: `CHROMIUM_SHELL`, or one on PATH, if there is one. */
const shellPath = process.env['CHROMIUM_SHELL'] || firstOf(['chromium-headless-shell'])

export function launchChromium(): Promise<Browser> {
  return launch(chromiumPath)
}

/** What most tests use. It asks nobody whether a page may notify. */
export function launchShell(): Promise<Browser> {
  return launch(shellPath ?? chromiumPath)
}

function launch(executablePath: string | undefined): Promise<Browser> {
  if (!executablePath) throw new Error('There is no Chromium: say where one is with CHROMIUM=/path/to/it.')
  return chromium.launch({ executablePath, args })
}

function firstOf(files: readonly string[]): string | undefined {
  const directories = (process.env['PATH'] ?? '').split(delimiter)
  const paths = directories.flatMap((directory) => files.map((file) => join(directory, file)))
  return paths.find((path) => existsSync(path))
}
