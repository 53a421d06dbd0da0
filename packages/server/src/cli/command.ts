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
  appCommands(program)
  await program.parseAsync(argv)
}

/** Where the server is, for what is done to one that may be running. */
const whereNames = ['data', 'store', 'host', 'port', 'public_url'] as const

function appCommands(program: Command): void {
  const app = program.command('app').description('Apps of a server.')
  located(
    app
      .command('install')
      .description('Makes an app of its public manifest, with credentials and tokens; run again it changes the app.')
      .argument('<manifest>', 'the manifest, YAML or JSON'),
  )
    .option('--by <person>', 'who installs it, by name, id or e-mail: it posts with their rights (default an admin)')
    .option('--app <app>', 'the app that it is, by id, where the manifest has another name')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  rivulet app install manifest.json')
    .action(async (path: string, { url, team, by, app: which, json, ...settings }) => {
      const { install } = await import('./apps.ts')
      process.exitCode = await install(path, {
        url,
        team,
        by,
        app: which,
        json: json === true,
        settings: renamed(settings),
      })
    })
  located(
    app
      .command('uninstall')
      .description('Takes an app out of a team: its tokens there are revoked, its bot user is gone.')
      .argument('<app>', 'the app, by name or id'),
  )
    .addHelpText('after', '\nExample:\n  rivulet app uninstall scout')
    .action(async (which: string, { url, team, ...settings }) => {
      const { uninstall } = await import('./apps.ts')
      process.exitCode = await uninstall(which, { url, team, settings: renamed(settings) })
    })
  located(app.command('config-token').description('Makes a token for apps.manifest.create, good for 12 hours.'))
    .option('--by <person>', 'whose token it is, by name, id or e-mail (default an admin)')
    .addHelpText('after', '\nExample:\n  rivulet app config-token')
    .action(async ({ url, team, by, ...settings }) => {
      const { configToken } = await import('./apps.ts')
      process.exitCode = await configToken({ url, team, by, settings: renamed(settings) })
    })
  located(program.command('env').description('Prints what an app needs in its environment to connect.'))
    .option('--app <app>', 'the app, by name or id (default the only one)')
    .option('--shell', 'as lines of a shell (default)')
    .option('--dotenv', 'as lines of a .env file')
    .option('--json', 'as one JSON object')
    .option('--new-tokens', 'make new tokens, and show them this once')
    .addHelpText('after', '\nExample:\n  rivulet env --app scout --dotenv > .env')
    .action(async ({ url, team, app: which, shell: _shell, dotenv, json, newTokens, ...settings }) => {
      const { environment } = await import('./apps.ts')
      const form = json ? 'json' : dotenv ? 'dotenv' : 'shell'
      const flags = { url, team, app: which, form, newTokens: newTokens === true } as const
      process.exitCode = await environment({ ...flags, settings: renamed(settings) })
    })
}

function located(command: Command): Command {
  for (const name of whereNames) {
    const { description, byDefault } = describeSetting(name)
    const shown = byDefault === undefined ? '' : ` (default ${byDefault})`
    command.option(`${flagName(name)} <value>`, `${description}${shown} [${environmentName(name)}]`)
  }
  return command
    .option('--url <url>', 'a development server, in place of a data directory')
    .option('--team <team>', 'the team, by its domain or id (default the only one)')
}

function renamed(flags: Record<string, unknown>): Record<string, unknown> {
  return { ...flags, public_url: flags['publicUrl'] }
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
    await serve({ dev, json: flags['json'] === true, flags: renamed(flags) })
  })
}
