import { readConfig } from '#config'
import { diagnose } from '#server/diagnosis/diagnose'
import type { AppToCheck } from '#server/diagnosis/apps'
import type { Check } from '#server/diagnosis/check'
import { type AppAndServer, createOperatorCall } from '#cli/servers/operatorClient'
import { writeOutput } from '#cli/terminal/output'
import { runAndReport } from '#cli/report'
import { toOneLine } from '#cli/terminal/escape'
import { type Colour, createPaint } from '#cli/terminal/paint'

interface DoctorFlags {
  url?: string | undefined
  team?: string | undefined
  apps: readonly string[]
  json: boolean
  settings: Record<string, unknown>
}

/** `rivulet doctor`. Returns the exit code: 1 if a check has failed. */
export async function examine({ url, team, apps, json, settings }: DoctorFlags): Promise<number> {
  let checks: Check[] = []
  const code = await runAndReport(async () => {
    const config = readConfig(settings, process.env)
    checks = await diagnose(config, () => findApps(apps, settings, url, team))
    const isWell = !checks.some(({ state }) => state === 'failed')
    await writeOutput(json ? `${JSON.stringify({ ok: isWell, checks }, undefined, 2)}\n` : toText(checks))
  })
  return code === 0 && checks.some(({ state }) => state === 'failed') ? 1 : code
}

async function findApps(
  names: readonly string[],
  settings: Record<string, unknown>,
  url?: string,
  team?: string,
): Promise<AppToCheck[]> {
  if (names.length === 0) return []
  const call = createOperatorCall(settings, url)
  const found: AppToCheck[] = []
  for (const name of names) {
    const { app, dev } = await call<AppAndServer>('/control/apps/environment', { app: name, team, new_tokens: false })
    found.push({ ...app, dev })
  }
  return found
}

const marks: Record<Check['state'], [word: string, colour: Colour]> = {
  ok: ['ok', 'green'],
  warning: ['warning', 'yellow'],
  failed: ['failed', 'red'],
  skipped: ['-', 'faint'],
}

function toText(checks: readonly Check[]): string {
  const paint = createPaint()
  const width = Math.max(...checks.map(({ name }) => name.length))
  const lines = checks.flatMap(({ name, state, found, todo }) => {
    const [word, colour] = marks[state]
    const head = `${paint(word.padEnd(7), colour)}  ${toOneLine(name).padEnd(width)}  ${toOneLine(found)}`
    return todo === undefined ? [head] : [head, `${' '.repeat(9 + width)}  ${toOneLine(todo)}`]
  })
  const count = (wanted: Check['state']) => checks.filter(({ state }) => state === wanted).length
  const [bad, odd] = [count('failed'), count('warning')]
  return `${[...lines, '', bad + odd === 0 ? 'All is well.' : `${bad} failed, ${odd} to look at.`].join('\n')}\n`
}
