import type { Config } from '#config'
import type { RunningServer } from '#server/start'
import type { WorkspaceFile } from '#workspace/declaration'
import { version } from './version.ts'

interface BannerFacts {
  running: RunningServer
  dev: boolean
  workspace: WorkspaceFile | undefined
  config: Config
}

/** What a person needs to begin, in at most 14 lines of 80 columns. */
export function banner({ running, dev, workspace, config }: BannerFacts): string {
  const { data } = running
  // What people and apps use: behind a proxy, not where the server listens.
  const url = config.public_url ?? running.url
  const bold = paint('1')
  const river = paint('36')
  const lines = [
    '',
    `  ${river('~~~')} ${bold('Rivulet')} ${version()}${dev ? ` · development${loopback.has(config.host) ? ', for this machine only' : ''}` : ''}`,
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
      ...environmentFor(url, workspace).map((line) => `    ${line}`),
    )
  lines.push('', '  Ctrl+C stops it.', '')
  return lines.join('\n')
}

/** What only this machine reaches. */
export const loopback: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '::1'])

/** The shell commands that set the environment of an app built on the SDKs. */
export function environmentFor(url: string, workspace: WorkspaceFile | undefined): string[] {
  const bot = workspace?.tokens.find((token) => token.kind === 'bot')
  const app = workspace?.tokens.find((token) => token.kind === 'app' && token.app === bot?.app)
  const secret = workspace?.apps.find(({ id }) => id === bot?.app)?.signing_secret
  const lines = [`export SLACK_API_URL=${url}/api/`]
  if (bot) lines.push(`export SLACK_BOT_TOKEN=${bot.token}`)
  if (app) lines.push(`export SLACK_APP_TOKEN=${app.token}`)
  if (secret) lines.push(`export SLACK_SIGNING_SECRET=${secret}`)
  return lines
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

function paint(code: string): (text: string) => string {
  const coloured = process.stdout.isTTY && !process.env['NO_COLOR']
  return (text) => (coloured ? `\u001B[${code}m${text}\u001B[0m` : text)
}
