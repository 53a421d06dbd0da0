import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { createOperatorCall } from '#cli/servers/operatorClient'
import { printNote, runAndReport } from '#cli/report'
import { readTextFile } from '#cli/textFile'
import type { Applied, AppliedChange, WorkspaceSource } from '#http/operator/workspaceAdministration'
import { methods } from '#methods/index'
import { parseWorkspace } from '#workspace/file'
import { clean, printJson } from './print.ts'

interface ApplyFlags {
  url?: string | undefined
  json: boolean
  dryRun: boolean
  yes: boolean
  settings: Record<string, unknown>
}

/** `rivulet workspace apply`: shows what would change, and changes it once that is agreed to. Returns the exit code. */
export function applyWorkspace(path: string, { url, json, dryRun, yes, settings }: ApplyFlags): Promise<number> {
  return runAndReport(async () => {
    const call = createOperatorCall(settings, url)
    const source = readSource(path)
    const apply = (dry_run: boolean) => call<Applied>('/control/workspace/apply', { ...source, dry_run })
    const planned = await apply(true)
    const { length } = planned.changes
    if (!json) print(planned.changes)
    // Somebody has agreed to passwords that were not hashed before a kill.
    const isAgreed = !dryRun && (length === 0 ? planned.hashing > 0 : yes || (await agrees(length)))
    const { changes, hashing } = isAgreed ? await apply(false) : planned
    if (json) printJson({ applied: isAgreed, changes, hashing })
    else if (isAgreed) process.stdout.write(`${length > 0 ? `Done: ${count(changes)}.\n` : ''}${sayHashing(hashing)}`)
    if (!isAgreed && !dryRun && length > 0) throw new Error('Nothing was changed. --yes applies without asking.')
  })
}

/** [OPS-11] Without a server, the command itself goes on until they are. */
function sayHashing(passwords: number): string {
  if (passwords === 0) return ''
  return passwords === 1
    ? 'One password is being hashed. It works once it is.\n'
    : `${passwords} passwords are being hashed. Each works once it is.\n`
}

/** The file and the manifests that it names. Throws an error with every problem in them. */
function readSource(path: string): WorkspaceSource {
  const text = readTextFile(path, 'workspace file')
  const files: Record<string, string> = {}
  const readFile = (name: string) => (files[name] = readFileSync(resolve(dirname(path), name), 'utf8'))
  parseWorkspace(text, path, { methods: [...methods.keys()], readFile, onWarning: printNote })
  return { name: path, text, files }
}

function print(changes: readonly AppliedChange[]): void {
  for (const { about, words } of changes) process.stdout.write(`  ${clean(about)}: ${clean(words)}\n`)
  process.stdout.write(changes.length === 0 ? 'The database says what the file says.\n' : `${count(changes)}.\n`)
}

function count({ length }: readonly AppliedChange[]): string {
  return `${length} change${length === 1 ? '' : 's'}`
}

async function agrees(changes: number): Promise<boolean> {
  if (!process.stdin.isTTY) return false
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await terminal.question(changes === 1 ? 'Apply it? [y/N] ' : 'Apply them? [y/N] ')
  terminal.close()
  return /^y(es)?$/i.test(answer.trim())
}
