import type { Config } from '#config'
import type { RunningServer } from '#server/start'
import type { WorkspaceFile } from '#workspace/declaration'
import { createPaint } from '#cli/terminal/paint'
import { connectionVariables, exportCommand, type Variables } from './environment.ts'
import { version } from './version.ts'

interface BannerFacts {
  running: RunningServer
  dev: boolean
  workspace: WorkspaceFile | undefined
  config: Config
}

/** What a person needs to begin, in lines of 80 columns. */
export function banner({ running, dev, workspace, config }: BannerFacts): string {
  const { data } = running
  // What people and apps use: behind a proxy, not where the server listens.
  const url = config.public_url ?? running.url
  const paint = createPaint()
  const river = (text: string) => paint(text, 'cyan')
  const lines = [
    '',
    `  ${river('~~~')} ${paint('Rivulet', 'bold')} ${version()}${dev ? ` · development${loopback.has(config.host) ? ', for this machine only' : ''}` : ''}`,
    '',
  ]
  lines.push(`  Open       ${river(signInLink(running, url, dev, workspace) ?? `${url}/`)}`)
  if (dev) lines.push('             (works once; it signs you in. After that, open the address alone)')
  if (dev) lines.push(`  Inspector  ${river(`${url}/inspect`)}`)
  if (url !== running.url) lines.push(`  Listens    ${running.url}`)
  // The control API takes no token, and gives those of everybody.
  if (dev && (url !== running.url || !loopback.has(config.host)))
    lines.push('  Caution    Whoever reaches this address can read and do everything here.')
  lines.push(`  Data       ${data}`)
  if (running.metricsUrl !== undefined) lines.push(`  Metrics    ${running.metricsUrl}/metrics`)
  if (dev)
    lines.push(
      '',
      '  Point your app here (it may run on this machine):',
      ...variablesFor(url, workspace).map((variable) => `    ${exportCommand(variable)}`),
    )
  lines.push('', '  Ctrl+C stops it.', '')
  return lines.join('\n')
}

/** What only this machine reaches. */
export const loopback: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '::1'])

/** The variables of the first app that has a bot token. */
function variablesFor(url: string, workspace: WorkspaceFile | undefined): Variables {
  const bot = workspace?.tokens.find((token) => token.kind === 'bot')
  const app = workspace?.tokens.find((token) => token.kind === 'app' && token.app === bot?.app)
  const signingSecret = workspace?.apps.find(({ id }) => id === bot?.app)?.signing_secret
  return connectionVariables(url, { tokens: { bot: bot?.token, app: app?.token }, signingSecret })
}

function signInLink(
  { signInLinks: links }: RunningServer,
  url: string,
  dev: boolean,
  workspace: WorkspaceFile | undefined,
): string | undefined {
  const team = workspace?.teams.find(({ users }) => users.length > 0)
  const user = team?.users[0]
  return dev && team && user ? `${url}/sign-in?code=${links.create(team.id, user.id)}` : undefined
}
