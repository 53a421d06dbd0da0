import type { Command } from 'commander'
import { addLocationOptions, toSettings } from './options.ts'

/** `rivulet app` and `rivulet env`. */
export function addAppCommands(program: Command): void {
  const app = program.command('app').description('Manages the apps of a server.')
  addLocationOptions(
    app
      .command('install')
      .description(
        'Creates an app from its manifest, with credentials and tokens. Run again with the same file, it changes the app.',
      )
      .argument('<manifest>', 'the manifest, YAML or JSON'),
  )
    .option(
      '--by <person>',
      'who installs it, by name, id or e-mail: the app posts with their rights (default an admin)',
    )
    .option('--app <app>', 'the id of the app to change, if the manifest has another name')
    .option('--update', 'change the app of this name even if it was installed from another file')
    .option('--webhook-channel <name>', 'create an incoming webhook for this channel, and print its address')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  rivulet app install manifest.json')
    .action(async (path: string, { url, team, by, app: appName, update, webhookChannel, json, ...settings }) => {
      const { install } = await import('#cli/apps')
      process.exitCode = await install(path, {
        url,
        team,
        by,
        app: appName,
        update: update === true,
        webhookChannel,
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
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  rivulet app uninstall scout')
    .action(async (appName: string, { url, team, json, ...settings }) => {
      const { uninstall } = await import('#cli/apps')
      process.exitCode = await uninstall(appName, { url, team, json: json === true, settings: toSettings(settings) })
    })
  addLocationOptions(
    app
      .command('config-token')
      .description('Creates a token for the apps.manifest methods that is valid for 12 hours.'),
  )
    .option('--by <person>', 'whose token it is, by name, id or e-mail (default an admin)')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  rivulet app config-token')
    .action(async ({ url, team, by, json, ...settings }) => {
      const { configToken } = await import('#cli/apps')
      process.exitCode = await configToken({ url, team, by, json: json === true, settings: toSettings(settings) })
    })
  addLocationOptions(
    program
      .command('env')
      .description('Prints the environment variables that an app needs to connect, as shell commands.'),
  )
    .option('--app <app>', 'the app, by name or id (default the only one)')
    .option('--dotenv', 'as lines of a .env file instead')
    .option('--json', 'as one JSON object instead')
    .option('--new-tokens', 'create new tokens and show them once')
    .addHelpText('after', '\nExample:\n  rivulet env --app scout --dotenv > .env')
    .action(async ({ url, team, app: appName, dotenv, json, newTokens, ...settings }) => {
      const { environment } = await import('#cli/apps')
      const format = json ? 'json' : dotenv ? 'dotenv' : 'shell'
      const flags = { url, team, app: appName, format, newTokens: newTokens === true } as const
      process.exitCode = await environment({ ...flags, settings: toSettings(settings) })
    })
}
