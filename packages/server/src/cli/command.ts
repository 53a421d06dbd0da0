import { Command } from 'commander'
import { version } from './version.ts'
import { addAppCommands } from './commands/apps.ts'
import { addPeopleCommands } from './commands/people.ts'
import { addDataCommands } from './commands/data.ts'
import { addTeamCommands } from './commands/team.ts'
import { addWorkspaceCommands } from './commands/workspace.ts'
import { addSettingOptions, toSettings } from './commands/options.ts'

/** Runs the command `rivulet`. Exit codes: 0 for success, 1 for a failure, 2 for wrong usage. */
export async function run(argv: string[]): Promise<void> {
  const program = new Command('rivulet')
    .description('A messaging server for people and agents. Apps connect to it with the official SDKs.')
    .version(version(), '--version', 'print the version')
    .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))
    .showHelpAfterError('(see rivulet --help)')
    .hook('preAction', (_program, command) => {
      // [KEY-1] What a server writes is for its user alone. Generated files of the repository are for everybody.
      if (command.name() !== 'generate') process.umask(0o077)
    })
  defineServeCommand(
    program
      .command('dev')
      .description('Starts a development server: control API, one-click sign-in, a demo workspace.'),
    true,
  )
  defineServeCommand(program.command('serve').description('Starts a server for a team.'), false)
  program
    .command('generate')
    .description('Writes the generated files of the repository.')
    .option('--check', 'only list the files that are stale')
    .action(async ({ check }) => {
      const { generate } = await import('./generate.ts')
      process.exitCode = await generate(check === true)
    })
  addSettingOptions(program.command('config').description('Prints every setting, its value and where it comes from.'))
    .option('--json', 'print one JSON object')
    .action(async (flags: Record<string, unknown>) => {
      const { printConfig } = await import('./printConfig.ts')
      process.exitCode = printConfig(toSettings(flags), flags['json'] === true)
    })
  program
    .command('explain')
    .description('Explains an error of the Web API: what it means, what causes it, and what to do.')
    .argument('<error>', 'the error code, as in `error` of an answer')
    .addHelpText('after', '\nExample:\n  rivulet explain invalid_thread_ts')
    .action(async (code: string) => {
      const { explain } = await import('./explain.ts')
      process.exitCode = explain(code)
    })
  addAppCommands(program)
  addPeopleCommands(program)
  addDataCommands(program)
  addTeamCommands(program)
  addWorkspaceCommands(program)
  await program.parseAsync(argv)
}

function defineServeCommand(command: Command, dev: boolean): void {
  addSettingOptions(command)
  command.option('--json', 'print one JSON object when ready, and logs to standard error')
  command.addHelpText(
    'after',
    `\nExample:\n  rivulet ${dev ? 'dev --port 7071 --data :memory:' : 'serve --data /var/lib/rivulet --public-url https://chat.example.org'}`,
  )
  command.action(async (flags: Record<string, unknown>) => {
    const { serve } = await import('./serve.ts')
    await serve({ dev, json: flags['json'] === true, flags: toSettings(flags) })
  })
}
