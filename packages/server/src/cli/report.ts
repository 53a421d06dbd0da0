import { writeErrorOutput } from './errorLog.ts'
import { toOneLine } from '#cli/terminal/escape'
import { isWrongUsage, Refused } from '#cli/terminal/failure'
import { printFailure } from '#cli/terminal/printFailure'

/** Runs a command. Returns its exit code: 0 for success, 1 for a failure, 2 for wrong usage. */
export async function runAndReport(work: () => Promise<void> | void): Promise<number> {
  try {
    await work()
    return 0
  } catch (error) {
    return reportFailure(error)
  }
}

/** Tells why a command failed: in words, and with `--json` also as JSON on standard output. Returns the exit code. */
export function reportFailure(error: unknown, code = isWrongUsage(error) ? 2 : 1): number {
  const message = error instanceof Error ? error.message : String(error)
  printFailure(code, message, error instanceof Refused ? error.code : undefined)
  printNote(message)
  return code
}

export function printNote(text: string): void {
  writeErrorOutput(`rivulet: ${text.split('\n').map(toOneLine).join('\n')}\n`)
}
