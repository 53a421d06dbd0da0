import type { Command } from 'commander'
import { addSettingOptions, toSettings } from './options.ts'

/** `rivulet dev` and `rivulet serve`. */
export function addServeCommands(program: Command): void {
  const dev = 'Starts a development server: control API, one-click sign-in, a demo workspace.'
  define(program.command('dev').description(dev), true)
  define(program.command('serve').description('Starts a server for a team.'), false)
}

function define(command: Command, dev: boolean): void {
  addSettingOptions(command)
  command.option('--json', 'print one JSON object when ready, and logs to standard error')
  command.addHelpText(
    'after',
    `\nExample:\n  rivulet ${dev ? 'dev --port 7071 --data :memory:' : 'serve --data /var/lib/rivulet --public-url https://chat.example.org'}`,
  )
  command.action(async (flags: Record<string, unknown>) => {
    const { serve } = await import('#cli/serve')
    await serve({ dev, json: flags['json'] === true, flags: toSettings(flags) })
  })
}
