import { ConfigError } from '#config'
import { DocumentError } from '#documents/documentError'
import { writeErrorOutput } from './errorLog.ts'

/** Runs a command. Returns its exit code: 0 for success, 1 for a failure, 2 for wrong usage. */
export async function runAndReport(work: () => Promise<void> | void): Promise<number> {
  try {
    await work()
    return 0
  } catch (error) {
    printNote(error instanceof Error ? error.message : String(error))
    return error instanceof DocumentError || error instanceof ConfigError ? 2 : 1
  }
}

export function printNote(text: string): void {
  writeErrorOutput(`rivulet: ${text}\n`)
}
