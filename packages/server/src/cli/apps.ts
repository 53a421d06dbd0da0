import { ConfigError, readConfig } from '#config'
import { DocumentError } from '#documents/documentError'
import { parseManifest } from '#documents/manifestFile'
import { type VariableFormat, variablesOf, formatVariables } from './environment.ts'
import { type OperatorClient, createOperatorClient, type AppAndServer } from './operator.ts'
import { readTextFile } from './textFile.ts'

/** The flags that all commands about apps take. */
export interface AppFlags {
  url?: string
  team?: string
  settings: Record<string, unknown>
}

interface InstallFlags extends AppFlags {
  by?: string
  app?: string
  json: boolean
}

/** `rivulet app install`. Returns the exit code. */
export async function install(path: string, { url, settings, json, ...named }: InstallFlags): Promise<number> {
  return runAndReport(async () => {
    const { manifest, warnings } = parseManifest(readTextFile(path, 'manifest'), path)
    for (const warning of warnings) process.stderr.write(`rivulet: ${warning}\n`)
    const installed = await operator(url, settings).install(manifest, named)
    const variables = variablesOf(installed)
    if (json) process.stdout.write(toJson(installed))
    else
      process.stdout.write(
        `${summary(installed)}\n\n${indent(formatVariables(variables, 'shell'))}\n${tokenNote(installed)}\n`,
      )
  })
}

interface EnvironmentFlags extends AppFlags {
  app?: string
  newTokens: boolean
  format: VariableFormat
}

/** `rivulet env`. Returns the exit code. */
export async function environment({ url, settings, format, ...named }: EnvironmentFlags): Promise<number> {
  return runAndReport(async () => {
    const installed = await operator(url, settings).environment(named)
    process.stdout.write(formatVariables(variablesOf(installed), format))
    const { bot, app } = installed.app.tokens
    if (named.newTokens)
      printNote(`${installed.app.name} has new tokens, which are shown only this once. Older tokens still work.`)
    else if (!bot || !app)
      printNote(
        `The server stores only hashes of the tokens of ${installed.app.name}. --new-tokens makes new ones and shows them once.`,
      )
  })
}

/** `rivulet app uninstall`. Returns the exit code. */
export async function uninstall(app: string, { url, settings, team }: AppFlags): Promise<number> {
  return runAndReport(async () => {
    const deleted = await operator(url, settings).uninstall({ app, team })
    process.stdout.write(
      `${deleted.name} (${deleted.id}) is no longer installed in ${deleted.team}. Its tokens there are revoked.\n`,
    )
  })
}

/** `rivulet app config-token`. Returns the exit code. */
export async function configToken({ url, settings, ...named }: AppFlags & { by?: string }): Promise<number> {
  return runAndReport(async () => {
    const { token, expiresAt, by } = await operator(url, settings).configurationToken(named)
    process.stdout.write(`${token}\n`)
    printNote(
      `With this token ${by} can call apps.manifest.create until ${new Date(expiresAt).toISOString()}. It is not shown again.`,
    )
  })
}

function operator(url: string | undefined, settings: Record<string, unknown>): OperatorClient {
  return createOperatorClient(readConfig(settings, process.env), url)
}

function summary({ app }: AppAndServer): string {
  const { name, id, team, updated, installedBy, scopes, events, socketMode } = app
  return [
    `${name} (${id}) ${updated ? 'is updated' : 'is installed'} in ${team.name}${installedBy && !updated ? `, by ${installedBy}` : ''}.`,
    `  Scopes   ${scopes.join(', ') || 'none'}`,
    `  Events   ${events.join(', ') || 'none'}${socketMode ? ', over Socket Mode' : ''}`,
  ].join('\n')
}

function tokenNote({ app, dev }: AppAndServer): string {
  if (dev) return `  \`rivulet env --app ${shellWord(app.name)}\` prints these again, but only in development.`
  if (app.tokens.bot) return '  Copy them now: the server stores only hashes of the tokens.'
  return `  Its tokens have not changed. \`rivulet env --app ${shellWord(app.name)} --new-tokens\` makes new ones.`
}

/** The installed app and its variables, for scripts. */
function toJson(installed: AppAndServer): string {
  const { id, name, team, updated = false } = installed.app
  const environment = Object.fromEntries(variablesOf(installed))
  return `${JSON.stringify({ app_id: id, name, team_id: team.id, updated, environment }, undefined, 2)}\n`
}

/** A name as one word of a shell command, without control characters. */
function shellWord(name: string): string {
  const clean = name.replaceAll(/\p{Cc}/gu, '')
  return /^[\w.-]+$/.test(clean) ? clean : JSON.stringify(clean)
}

function indent(lines: string): string {
  return lines.replaceAll(/^(?=.)/gm, '    ')
}

function printNote(text: string): void {
  process.stderr.write(`rivulet: ${text}\n`)
}

async function runAndReport(work: () => Promise<void>): Promise<number> {
  try {
    await work()
    return 0
  } catch (error) {
    printNote(error instanceof Error ? error.message : String(error))
    return error instanceof DocumentError || error instanceof ConfigError ? 2 : 1
  }
}
