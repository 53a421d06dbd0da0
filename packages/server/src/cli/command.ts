import { Command } from 'commander'
import { configNames, describeSetting, environmentName, flagName } from '#config'

/** Runs the command `rivulet`. Exit codes: 0 for success, 1 for a failure, 2 for wrong usage. */
export async function run(argv: string[]): Promise<void> {
  const program = new Command('rivulet')
    .description('A messaging server for people and agents. Apps connect to it with the official SDKs.')
    .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2))
    .showHelpAfterError('(see rivulet --help)')
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
  await program.parseAsync(argv)
}

/** The settings that say where a server and its data are. */
const locationSettings = ['data', 'store', 'host', 'port', 'public_url'] as const

function addAppCommands(program: Command): void {
  const app = program.command('app').description('Manages the apps of a server.')
  addLocationOptions(
    app
      .command('install')
      .description('Creates an app from its manifest, with credentials and tokens. Run again, it changes the app.')
      .argument('<manifest>', 'the manifest, YAML or JSON'),
  )
    .option(
      '--by <person>',
      'who installs it, by name, id or e-mail: the app posts with their rights (default an admin)',
    )
    .option('--app <app>', 'the id of the app to change, if the manifest has another name')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  rivulet app install manifest.json')
    .action(async (path: string, { url, team, by, app: appName, json, ...settings }) => {
      const { install } = await import('./apps.ts')
      process.exitCode = await install(path, {
        url,
        team,
        by,
        app: appName,
        json: json === true,
        settings: toSettings(settings),
      })
    })
  addLocationOptions(
    app
      .command('uninstall')
      .description('Uninstalls an app from a team: revokes its tokens there and removes its bot user.')
      .argument('<app>', 'the app, by name or id'),
  )
    .addHelpText('after', '\nExample:\n  rivulet app uninstall scout')
    .action(async (appName: string, { url, team, ...settings }) => {
      const { uninstall } = await import('./apps.ts')
      process.exitCode = await uninstall(appName, { url, team, settings: toSettings(settings) })
    })
  addLocationOptions(
    app.command('config-token').description('Creates a token for apps.manifest.create that is valid for 12 hours.'),
  )
    .option('--by <person>', 'whose token it is, by name, id or e-mail (default an admin)')
    .addHelpText('after', '\nExample:\n  rivulet app config-token')
    .action(async ({ url, team, by, ...settings }) => {
      const { configToken } = await import('./apps.ts')
      process.exitCode = await configToken({ url, team, by, settings: toSettings(settings) })
    })
  addLocationOptions(
    program.command('env').description('Prints the environment variables that an app needs to connect.'),
  )
    .option('--app <app>', 'the app, by name or id (default the only one)')
    .option('--shell', 'as shell commands (default)')
    .option('--dotenv', 'as lines of a .env file')
    .option('--json', 'as one JSON object')
    .option('--new-tokens', 'create new tokens and show them once')
    .addHelpText('after', '\nExample:\n  rivulet env --app scout --dotenv > .env')
    .action(async ({ url, team, app: appName, shell: _shell, dotenv, json, newTokens, ...settings }) => {
      const { environment } = await import('./apps.ts')
      const format = json ? 'json' : dotenv ? 'dotenv' : 'shell'
      const flags = { url, team, app: appName, format, newTokens: newTokens === true } as const
      process.exitCode = await environment({ ...flags, settings: toSettings(settings) })
    })
}

function addLocationOptions(command: Command): Command {
  for (const name of locationSettings) {
    const { description, byDefault } = describeSetting(name)
    const shown = byDefault === undefined ? '' : ` (default ${byDefault})`
    command.option(`${flagName(name)} <value>`, `${description}${shown} [${environmentName(name)}]`)
  }
  return command
    .option('--url <url>', 'a development server, instead of a data directory')
    .option('--team <team>', 'the team, by its domain or id (default the only one)')
}

function toSettings(flags: Record<string, unknown>): Record<string, unknown> {
  return { ...flags, public_url: flags['publicUrl'] }
}

function defineServeCommand(command: Command, dev: boolean): void {
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
    await serve({ dev, json: flags['json'] === true, flags: toSettings(flags) })
  })
}
