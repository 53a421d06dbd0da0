import { realpathSync } from 'node:fs'
import { parseManifest } from '#documents/manifestFile'
import { printJson } from '#cli/administration/print'
import { type VariableFormat, variablesOf, formatVariables } from './environment.ts'
import { type AppAndServer, createOperatorClient } from '#cli/servers/operatorClient'
import { printNote, runAndReport } from './report.ts'
import { readTextFile } from './textFile.ts'

/** The flags that all commands about apps take. */
export interface AppFlags {
  url?: string | undefined
  team?: string | undefined
  settings: Record<string, unknown>
}

interface InstallFlags extends AppFlags {
  by?: string
  app?: string
  update: boolean
  webhookChannel?: string
  json: boolean
}

/** `rivulet app install`. Returns the exit code. */
export async function install(
  path: string,
  { url, settings, json, webhookChannel, ...named }: InstallFlags,
): Promise<number> {
  return runAndReport(async () => {
    const { manifest, warnings } = parseManifest(readTextFile(path, 'manifest'), path)
    for (const warning of warnings) process.stderr.write(`rivulet: ${warning}\n`)
    const installed = await createOperatorClient(settings, url).install(manifest, {
      ...named,
      origin: realpathSync(path),
      webhook_channel: webhookChannel,
    })
    const where = locationFlags({ url, team: named.team, settings })
    if (json) process.stdout.write(toJson(installed))
    else
      process.stdout.write(
        `${summary(installed)}\n\n${indent(formatVariables(installed, 'shell'))}\n${tokenNote(installed, where)}\n`,
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
    const installed = await createOperatorClient(settings, url).environment(named)
    process.stdout.write(formatVariables(installed, format))
    const { tokens, socketMode } = installed.app
    if (named.newTokens)
      printNote(`${installed.app.name} has new tokens, which are shown only this once. Older tokens still work.`)
    else if (!tokens.bot || (socketMode && !tokens.app))
      printNote(
        `The server stores only hashes of the tokens of ${installed.app.name}. --new-tokens makes new ones and shows them once.`,
      )
  })
}

/** `rivulet app uninstall`. Returns the exit code. */
export async function uninstall(
  app: string,
  { url, settings, team, json }: AppFlags & { json: boolean },
): Promise<number> {
  return runAndReport(async () => {
    const deleted = await createOperatorClient(settings, url).uninstall({ app, team })
    if (json) return printJson({ app_id: deleted.id, name: deleted.name, team: deleted.team })
    process.stdout.write(
      `${deleted.name} (${deleted.id}) is no longer installed in ${deleted.team}. Its tokens there are revoked.\n`,
    )
  })
}

/** `rivulet app config-token`. Returns the exit code. */
export async function configToken({
  url,
  settings,
  json,
  ...named
}: AppFlags & { by?: string; json: boolean }): Promise<number> {
  return runAndReport(async () => {
    const { token, expiresAt, by } = await createOperatorClient(settings, url).configurationToken(named)
    if (json) printJson({ token, expires_at: new Date(expiresAt).toISOString(), by })
    else process.stdout.write(`${token}\n`)
    printNote(
      `With this token ${by} can call apps.manifest.create until ${new Date(expiresAt).toISOString()}. It is not shown again.`,
    )
  })
}

function summary({ app }: AppAndServer): string {
  const { name, id, team, updated, installedBy, scopes, events, unsentEvents, socketMode, eventsUrl } = app
  const way = socketMode ? ', over Socket Mode' : eventsUrl === undefined ? '' : `, to ${eventsUrl}`
  return [
    `${name} (${id}) ${updated ? 'is updated' : 'is installed'} in ${team.name}${installedBy && !updated ? `, by ${installedBy}` : ''}.`,
    `  Scopes   ${scopes.join(', ') || 'none'}`,
    `  Events   ${events.filter((event) => !unsentEvents.includes(event)).join(', ') || 'none'}${events.length > 0 ? way : ''}`,
    ...(unsentEvents.length > 0 ? [`  Not sent ${unsentEvents.join(', ')}: this server has no such events.`] : []),
  ].join('\n')
}

function tokenNote(installed: AppAndServer, where: string): string {
  const note = noteAboutTokens(installed, where)
  return installed.app.webhookUrl === undefined
    ? note
    : `${note}\n  The address of the webhook is shown only this once.`
}

function noteAboutTokens({ app, dev }: AppAndServer, where: string): string {
  const command = `rivulet env --app ${shellWord(app.name)}${where}`
  if (dev) return `  \`${command}\` prints these again, but only in development.`
  if (app.tokens.bot) return '  Copy them now: the server stores only hashes of the tokens.'
  return `  Its tokens have not changed. \`${command} --new-tokens\` makes new ones.`
}

/** The flags that named the server, so that a hint leads to the same one. */
function locationFlags({ url, team, settings }: AppFlags): string {
  const given = { data: settings['data'], store: settings['store'], key: settings['key'], url, team }
  return Object.entries(given)
    .map(([name, value]) => (typeof value === 'string' ? ` --${name} ${shellWord(value)}` : ''))
    .join('')
}

/** The installed app and its variables, for scripts. */
function toJson(installed: AppAndServer): string {
  const { id, name, team, updated = false, clientId: client_id, clientSecret: client_secret } = installed.app
  const environment = Object.fromEntries(variablesOf(installed))
  const app = { app_id: id, name, team_id: team.id, updated, client_id, client_secret, environment }
  return `${JSON.stringify(app, undefined, 2)}\n`
}

/** A name as one word of a shell command, without control characters. */
function shellWord(name: string): string {
  const clean = name.replaceAll(/\p{Cc}/gu, '')
  return /^[\w./:@-]+$/.test(clean) ? clean : JSON.stringify(clean)
}

function indent(lines: string): string {
  return lines.replaceAll(/^(?=.)/gm, '    ')
}
