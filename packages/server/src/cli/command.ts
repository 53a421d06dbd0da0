import type { Command } from 'commander'
import { endWithReader } from '#cli/terminal/output'
import { createProgram } from './program.ts'
import { printFailure, servers } from '#cli/terminal/printFailure'

/** Runs the command `rivulet`. Exit codes: 0 for success, 1 for a failure, 2 for wrong usage. */
export async function run(argv: string[]): Promise<void> {
  const program = createProgram((message) => {
    printFailure(2, message.replace(/^error: /, ''))
    process.exit(2)
  })
  addGenerateCommand(program)
  program.hook('preAction', (_program, command) => {
    // [KEY-1] What a server writes is for its user alone. Generated files of the repository are for everybody.
    if (command.name() !== 'generate') process.umask(0o077)
    // A server goes on without anybody who reads what it prints.
    if (!servers.has(command.name())) endWithReader()
  })
  await program.parseAsync(argv)
}

function addGenerateCommand(program: Command): void {
  program
    .command('generate')
    .description('Writes the generated files of the repository.')
    .option('--check', 'only list the files that are stale')
    .option('--json', 'print one JSON object')
    .action(async ({ check, json }) => {
      const { generate } = await import('./generate.ts')
      process.exitCode = await generate(check === true, { json: json === true })
    })
}
