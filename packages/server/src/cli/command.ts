import { Command } from 'commander'
import { configNames, describeSetting, environmentName, flagName } from '#config'

/** The command `rivulet`. Exit codes: 0 done, 1 it failed, 2 it was asked wrongly. */
export async function run(argv: string[]): Promise<void> {
  const program = new Command('rivulet')
    .description('A messaging server for people and agents that speaks the wire of the official SDKs.')
    .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))
    .showHelpAfterError('(see rivulet --help)')
  serving(
    program
      .command('dev')
      .description('Starts a development server: control API, one-click sign-in, a demo workspace.'),
    true,
  )
  serving(program.command('serve').description('Starts a server for a team.'), false)
  program
    .command('generate')
    .description('Writes the generated files of the repository.')
    .option('--check', 'only say which are stale')
    .action(async ({ check }) => {
      const { generate } = await import('./generate.ts')
      process.exitCode = await generate(check === true)
    })
  program
    .command('explain')
    .description('Says what an error of the Web API means, what brings it about, and what to do.')
    .argument('<error>', 'the word, as `error` of an answer has it')
    .addHelpText('after', '\nExample:\n  rivulet explain invalid_thread_ts')
    .action(async (word: string) => {
      const { explain } = await import('./explain.ts')
      process.exitCode = explain(word)
    })
  await program.parseAsync(argv)
}

function serving(command: Command, dev: boolean): void {
  for (const name of configNames) {
    const { description, byDefault } = describeSetting(name)
    const shown = byDefault === undefined ? '' : ` (default ${byDefault})`
    command.option(`${flagName(name)} <value>`, `${description}${shown} [${environmentName(name)}]`)
  }
  command.option('--json', 'print one JSON object when ready, and logs to standard error')
  command.addHelpText(
    'after',
    `\nExample:\n  rivulet ${dev ? 'dev --port 7071 --data :memory:' : 'serve --data /var/lib/rivulet --public-url https://chat.example.org'}`,
  )
  command.action(async (flags: Record<string, unknown>) => {
    const { serve } = await import('./serve.ts')
    await serve({ dev, json: flags['json'] === true, flags: { ...flags, public_url: flags['publicUrl'] } })
  })
}
