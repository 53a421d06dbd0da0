import type { AppAndServer } from '#cli/servers/operatorClient'

export type Variables = [name: string, value: string][]
export type VariableFormat = 'shell' | 'dotenv' | 'json'

/** [APP-12] The environment variables that an app built on the SDKs reads. */
export function variablesOf({ url, app }: AppAndServer): Variables {
  const all: [string, string | undefined][] = [
    ['SLACK_API_URL', `${url}/api/`],
    ['SLACK_BOT_TOKEN', app.tokens.bot],
    ['SLACK_APP_TOKEN', app.tokens.app],
    ['SLACK_SIGNING_SECRET', app.signingSecret],
    ['SLACK_WEBHOOK_URL', app.webhookUrl],
    ...(app.usesOAuth ? oauthVariables({ app }) : []),
  ]
  return all.flatMap(([name, value]) => (value ? [[name, value]] : []))
}

/** The variables as text, ready to paste. */
export function formatVariables(installed: AppAndServer, format: VariableFormat): string {
  const variables = variablesOf(installed)
  if (format === 'json') return `${JSON.stringify(Object.fromEntries(variables), undefined, 2)}\n`
  const quoted = format === 'shell' ? shellQuoted : dotenvQuoted
  const toLine = ([name, value]: Variables[number]) =>
    `${format === 'shell' ? 'export ' : ''}${name}=${quoted(value)}\n`
  const lines = variables.map(toLine).join('')
  if (installed.app.usesOAuth) return lines
  // At the end, because everything after a comment is lost if a shell evaluates the lines as one.
  const comments = oauthVariables(installed).map((variable) => `# ${toLine(variable)}`)
  return `${lines}# Only for apps that people install with OAuth. Bolt for Python ignores the bot token if these are set:\n${comments.join('')}`
}

function oauthVariables({ app }: Pick<AppAndServer, 'app'>): Variables {
  return [
    ['SLACK_CLIENT_ID', app.clientId],
    ['SLACK_CLIENT_SECRET', app.clientSecret],
  ]
}

function shellQuoted(value: string): string {
  return plain.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`
}

function dotenvQuoted(value: string): string {
  return plain.test(value) ? value : JSON.stringify(value)
}

const plain = /^[\w.:/@%+,-]+$/
