import { ConfigError, readConfig } from '#config'
import { DocumentError } from '#documents/documentError'
import { parseManifest } from '#documents/manifestFile'
import { type Form, variablesOf, written } from './environment.ts'
import { type Keeper, keeperOf, type Kept } from './keeper.ts'
import { readTextFile } from './textFile.ts'

/** The flags that both commands take. */
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

/** `rivulet app install`. Answers the exit code. */
export async function install(path: string, { url, settings, json, ...named }: InstallFlags): Promise<number> {
  return told(async () => {
    const { manifest, warnings } = parseManifest(readTextFile(path, 'manifest'), path)
    for (const warning of warnings) process.stderr.write(`rivulet: ${warning}\n`)
    const kept = await keeper(url, settings).install(manifest, named)
    const variables = variablesOf(kept)
    if (json) process.stdout.write(asJson(kept))
    else process.stdout.write(`${summary(kept)}\n\n${indented(written(variables, 'shell'))}\n${remark(kept)}\n`)
  })
}

interface EnvironmentFlags extends AppFlags {
  app?: string
  newTokens: boolean
  form: Form
}

/** `rivulet env`. Answers the exit code. */
export async function environment({ url, settings, form, ...named }: EnvironmentFlags): Promise<number> {
  return told(async () => {
    const kept = await keeper(url, settings).environment(named)
    process.stdout.write(written(variablesOf(kept), form))
    const { bot, app } = kept.app.tokens
    if (named.newTokens)
      note(`${kept.app.name} has new tokens: this is the one time that they are shown. Older ones still work.`)
    else if (!bot || !app)
      note(`Of the tokens of ${kept.app.name} only hashes are kept. --new-tokens makes others, and shows them once.`)
  })
}

/** `rivulet app uninstall`. Answers the exit code. */
export async function uninstall(app: string, { url, settings, team }: AppFlags): Promise<number> {
  return told(async () => {
    const gone = await keeper(url, settings).uninstall({ app, team })
    process.stdout.write(`${gone.name} (${gone.id}) is in ${gone.team} no more. Its tokens there are revoked.\n`)
  })
}

/** `rivulet app config-token`. Answers the exit code. */
export async function configToken({ url, settings, ...named }: AppFlags & { by?: string }): Promise<number> {
  return told(async () => {
    const { token, expiresAt, by } = await keeper(url, settings).configurationToken(named)
    process.stdout.write(`${token}\n`)
    note(
      `With it ${by} makes apps by apps.manifest.create, until ${new Date(expiresAt).toISOString()}. It is not shown again.`,
    )
  })
}

function keeper(url: string | undefined, settings: Record<string, unknown>): Keeper {
  return keeperOf(readConfig(settings, process.env), url)
}

function summary({ app }: Kept): string {
  const { name, id, team, updated, installedBy, scopes, events, socketMode } = app
  return [
    `${name} (${id}) ${updated ? 'is updated' : 'is installed'} in ${team.name}${installedBy && !updated ? `, by ${installedBy}` : ''}.`,
    `  Scopes   ${scopes.join(', ') || 'none'}`,
    `  Events   ${events.join(', ') || 'none'}${socketMode ? ', over Socket Mode' : ''}`,
  ].join('\n')
}

function remark({ app, dev }: Kept): string {
  if (dev) return `  \`rivulet env --app ${shown(app.name)}\` prints these again, in development alone.`
  if (app.tokens.bot) return '  Copy them now: of the tokens only hashes are kept.'
  return `  Its tokens are those that it had. \`rivulet env --app ${shown(app.name)} --new-tokens\` makes others.`
}

/** For scripts: what was installed, and the variables by name. */
function asJson(kept: Kept): string {
  const { id, name, team, updated = false } = kept.app
  const environment = Object.fromEntries(variablesOf(kept))
  return `${JSON.stringify({ app_id: id, name, team_id: team.id, updated, environment }, undefined, 2)}\n`
}

/** A name as one word of a shell, without what a terminal would take for more than letters. */
function shown(name: string): string {
  const clean = name.replaceAll(/\p{Cc}/gu, '')
  return /^[\w.-]+$/.test(clean) ? clean : JSON.stringify(clean)
}

function indented(lines: string): string {
  return lines.replaceAll(/^(?=.)/gm, '    ')
}

function note(words: string): void {
  process.stderr.write(`rivulet: ${words}\n`)
}

async function told(work: () => Promise<void>): Promise<number> {
  try {
    await work()
    return 0
  } catch (error) {
    note(error instanceof Error ? error.message : String(error))
    return error instanceof DocumentError || error instanceof ConfigError ? 2 : 1
  }
}
