import type { Command } from 'commander'
import { addServerOptions, toSettings } from './options.ts'
import { describeExit } from './exitCodes.ts'

/** Commands for who develops an app: `tail`, `trigger`, `replay`, `call`, `demo`. */
export function addDevelopmentCommands(program: Command): void {
  addServerOptions(
    program
      .command('tail')
      .description('Prints what flows between a development server and its apps, one line each, until Ctrl+C.'),
  )
    .option('--app <app>', 'only what one app does or is sent, by name or id')
    .option('--method <method>', 'only calls of one method, or of many: chat.*')
    .option('--channel <channel>', 'only what happens in one channel, by name or id')
    .option('--errors', 'only what went wrong')
    .option('--after <number>', 'also what came after this entry of the journal; 0 for all that is there')
    .option('--no-follow', 'end with what is there, all of it if --after is not given')
    .option('--json', 'print each entry of the journal as one line of JSON')
    .addHelpText('after', '\nExample:\n  rivulet tail --app scout --errors')
    .action(async ({ app, method, channel, errors, after, follow, json, ...rest }) => {
      const { tail } = await import('#cli/develop/tail')
      const filters = { app, method, channel, errors: errors === true, after, follow: follow !== false }
      process.exitCode = await tail({ ...filters, json: json === true, ...toPlace(rest) })
    })
  addServerOptions(
    program
      .command('trigger')
      .description('Makes an event happen by doing what it tells of, and says which apps it was sent to.')
      .argument('[event]', 'the event, as a manifest names it: app_mention'),
  )
    .option('--list', 'list all events, with what happens')
    .option('--app <app>', 'the app that it is about, by name or id (default the first that subscribes to it)')
    .option('--as <person>', 'who does it, by name or id (default the first)')
    .option('--channel <channel>', 'where, by name or id (default one of both)')
    .option('--team <team>', 'the team, by its domain or id (default the only one)')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  rivulet trigger reaction_added --app scout --channel launch')
    .action(async (event: string | undefined, { list, app, as, channel, team, json, ...rest }) => {
      const { triggerEvent } = await import('#cli/develop/trigger')
      const flags = { list: list === true, app, as, channel, team, json: json === true }
      process.exitCode = await triggerEvent(event, { ...flags, ...toPlace(rest) })
    })
  addServerOptions(
    program
      .command('replay')
      .description('Makes a call again, or sends a delivery or an interaction to its app again.')
      .argument('<number>', 'the entry of the journal, as `rivulet tail` shows it'),
  )
    .option('--retry', 'mark a delivery as a retry; without it, the app sees a first attempt')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  rivulet replay 117')
    .action(async (number: string, { retry, json, ...rest }) => {
      const { replay } = await import('#cli/develop/replay')
      process.exitCode = await replay(number, { retry: retry === true, json: json === true, ...toPlace(rest) })
    })
  addCallCommand(program)
  addServerOptions(
    program
      .command('demo')
      .description('Streams a show to a person: text, tasks, a plan, an error, and a reply that is stopped.'),
  )
    .option('--as <person>', 'who watches, by name or id (default the first)')
    .option('--team <team>', 'the team, by its domain or id (default the only one)')
    .option('--fast', 'without pauses')
    .option('--json', 'print one JSON object at the end')
    .addHelpText('after', '\nExample:\n  rivulet demo --as ben')
    .action(async ({ as, team, fast, json, ...rest }) => {
      const { playShow } = await import('#cli/demo/show')
      process.exitCode = await playShow({ as, team, fast: fast === true, json: json === true, ...toPlace(rest) })
    })
}

function addCallCommand(program: Command): void {
  describeExit(
    addServerOptions(
      program
        .command('call')
        .description('Calls a method of the Web API, and prints the answer.')
        .argument('<method>', 'the method: chat.postMessage')
        .argument('[arguments...]', 'name=text, name:=JSON or name:=@file with JSON'),
    ),
    'the answer is not ok, or there was none',
  )
    .option(
      '--as <who>',
      'an app or a person, by name or id; - reads a token from standard input (default RIVULET_TOKEN, then SLACK_BOT_TOKEN, then the only app)',
    )
    .option('--team <team>', 'the team, by its domain or id (default the only one)')
    .option('--any', 'send methods and arguments that do not exist, too')
    .option('--reveal', 'print tokens in the answer')
    .option('--json', 'print the answer on one line')
    .addHelpText('after', '\nExample:\n  rivulet call chat.postMessage channel=C0LAUNCH text="All in" --as scout')
    .action(async (method: string, words: string[], { as, team, any, reveal, json, ...rest }) => {
      const { callMethod } = await import('#cli/develop/callMethod')
      const flags = { as, team, any: any === true, reveal: reveal === true, json: json === true }
      process.exitCode = await callMethod(method, words, { ...flags, ...toPlace(rest) })
    })
}

function toPlace({ url, ...settings }: Record<string, unknown>) {
  return { url: typeof url === 'string' ? url : undefined, settings: toSettings(settings) }
}
