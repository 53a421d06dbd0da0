import { writeFileSync } from 'node:fs'
import { printNote, runAndReport } from '#cli/report'
import { WrongUsage } from '#cli/terminal/failure'
import { toOneLine } from '#cli/terminal/escape'
import { writeOutput } from '#cli/terminal/output'
import { type CallDifference, type Comparison, play } from './play.ts'
import { readFixture } from './readFixture.ts'
import { type FixtureWorkspace, workspaceOf } from './workspaceOf.ts'

export interface CompareFlags {
  url: string | undefined
  tokens: readonly string[]
  writeWorkspace: string | undefined
  json: boolean
}

/** Plays a fixture against a server. Returns 1 if an answer has another shape. */
export async function compare(path: string, flags: CompareFlags): Promise<number> {
  let differ = false
  const code = await runAndReport(async () => {
    const fixture = readFixture(path)
    if (fixture.note !== undefined) printNote(fixture.note)
    const workspace = workspaceOf(fixture.entries)
    if (flags.writeWorkspace !== undefined) {
      writeFileSync(flags.writeWorkspace, `${JSON.stringify(workspace.document, null, 2)}\n`, {
        flag: 'wx',
        mode: 0o600,
      })
      if (flags.json) await print(JSON.stringify({ workspace: flags.writeWorkspace }))
      printNote(`The workspace is in ${flags.writeWorkspace}: start a server with --workspace, and compare with --url.`)
      return
    }
    const tokens = readTokens(flags.tokens, workspace)
    const comparison =
      flags.url === undefined
        ? await playHere(workspace, (url) => play(fixture, { url, workspace, tokens }))
        : await play(fixture, { url: parseUrl(flags.url), workspace, tokens })
    differ = comparison.differences.length > 0
    await print(flags.json ? JSON.stringify(comparison, null, 2) : describe(comparison))
  })
  return code === 0 && differ ? 1 : code
}

/** A server in memory that has the workspace of the fixture, and ends with the comparison. */
async function playHere<T>({ document }: FixtureWorkspace, run: (url: string) => Promise<T>): Promise<T> {
  const { startInProcess } = await import('#server/inProcess/start')
  const server = await startInProcess({ document }, { hints: 'off' })
  try {
    return await run(server.url)
  } finally {
    await server.stop()
  }
}

function readTokens(given: readonly string[], { tokens }: FixtureWorkspace): Map<string, string> {
  const all = new Map(tokens.map(({ placeholder, token }) => [placeholder, token]))
  for (const one of given) {
    const [, name, token] = /^<?([a-z]+-token-\d+)>?=(\S+)$/.exec(one) ?? []
    if (name === undefined || token === undefined)
      throw new WrongUsage(`--token ${JSON.stringify(one.split('=')[0])} is not of the form bot-token-1=xoxb-…`)
    all.set(`<${name}>`, token)
  }
  return all
}

function parseUrl(text: string): string {
  if (URL.canParse(text) && /^https?:/.test(text)) return text
  throw new WrongUsage(`--url ${JSON.stringify(text)} is no address like http://127.0.0.1:7070.`)
}

function describe({ compared, differences, skipped }: Comparison): string {
  const calls = new Set(differences.map(({ n }) => n)).size
  return [
    ...differences.map(describeDifference),
    ...skipped.map(({ n, what, why }) => `${n} ${what}: not compared. ${why}`),
    `${compared} answers compared, ${calls} differ, ${skipped.length} not compared.`,
  ]
    .map(toOneLine)
    .join('\n')
}

function describeDifference({ n, method, pointer, difference, recorded, answered }: CallDifference): string {
  const at = `${n} ${method} ${pointer === '' ? '(the answer)' : pointer}`
  switch (difference) {
    case 'missing':
      return `${at}: missing. The recording has ${recorded} here.`
    case 'extra':
      return `${at}: extra. The recording has nothing here, this server ${answered}.`
    case 'status':
      return `${at}: HTTP ${answered} in place of ${recorded}.`
    case 'type':
    case 'word':
      return `${at}: ${answered} in place of ${recorded}.`
  }
}

function print(text: string): Promise<void> {
  return writeOutput(`${text}\n`)
}
