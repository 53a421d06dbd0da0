import type { Command } from 'commander'
import { runAndReport } from '#cli/report'
import { writeOutput } from '#cli/terminal/output'
import { completionScript, type Shell } from './scripts.ts'
import { completionTable } from './table.ts'

/** `rivulet completions`. Returns the exit code. */
export function printCompletions(program: Command, shell: Shell, json: boolean): Promise<number> {
  return runAndReport(() => {
    const script = completionScript(shell, completionTable(program))
    return writeOutput(json ? `${JSON.stringify({ shell, script })}\n` : script)
  })
}
