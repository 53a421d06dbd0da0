import type { Command } from 'commander'
import { type ConfigName, configNames, describeSetting, environmentName, flagName } from '#config'

/** The settings that say where a server and its data are. */
const locationSettings = ['data', 'store', 'key', 'bus', 'host', 'port', 'public_url'] as const

/** What settings of a server mean to a command that looks for one, or for its data. */
const wordsOfClients: Partial<Record<ConfigName, string>> = {
  data: 'data directory of the server',
  host: 'address of the server',
  port: 'port of the server',
}

/** Adds a flag for each of these settings. */
export function addSettingOptions(
  command: Command,
  names: readonly ConfigName[] = configNames,
  words: typeof wordsOfClients = {},
): Command {
  for (const name of names) {
    const { description, byDefault } = describeSetting(name)
    const shown = byDefault === undefined || byDefault === '' ? '' : ` (default ${byDefault})`
    command.option(`${flagName(name)} <value>`, `${words[name] ?? description}${shown} [${environmentName(name)}]`)
  }
  return command
}

/** Adds the flags of a command that works with the data of a server, whether or not it runs. */
export function addDataOptions(command: Command): Command {
  return addSettingOptions(command, ['data', 'store', 'key'], wordsOfClients)
}

/** Adds the flags of a command that works with or without a running server. */
export function addLocationOptions(command: Command): Command {
  return addSettingOptions(command, locationSettings, wordsOfClients)
    .option('--url <url>', 'a development server, instead of a data directory')
    .option('--team <team>', 'the team, by its domain or id (default the only one)')
}

/** Adds the flags that say which development server a command is for. */
export function addServerOptions(command: Command): Command {
  return addSettingOptions(command, ['data', 'host', 'port'], wordsOfClients).option(
    '--url <url>',
    'a development server, instead of that of the data directory [RIVULET_URL]',
  )
}

/** The settings among the flags of a command, by their own names: commander calls `--public-url` `publicUrl`. */
export function toSettings(flags: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(configNames.map((name) => [name, flags[toCamelCase(name)]]))
}

function toCamelCase(name: string): string {
  return name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase())
}
