import type { AppAndServer } from '#cli/servers/operatorClient'

export type Variables = [name: string, value: string][]
export type VariableFormat = 'shell' | 'dotenv' | 'json'

/** [APP-12] The environment variables that an app built on the SDKs reads. */
export function variablesOf({ url, app }: AppAndServer): Variables {
  return [...connectionVariables(url, app), ...(app.usesOAuth ? oauthVariables({ app }) : [])]
}

interface Credentials extends Pick<AppAndServer['app'], 'tokens'> {
  signingSecret?: string | undefined
  webhookUrl?: string | undefined
}

/** The variables with which an app reaches a server. */
export function connectionVariables(url: string, { tokens, signingSecret, webhookUrl }: Credentials): Variables {
  const all: [string, string | undefined][] = [
    ['SLACK_API_URL', `${url}/api/`],
    ['SLACK_BOT_TOKEN', tokens.bot],
    ['SLACK_APP_TOKEN', tokens.app],
    ['SLACK_SIGNING_SECRET', signingSecret],
    ['SLACK_WEBHOOK_URL', webhookUrl],
  ]
  return all.flatMap(([name, value]) => (value ? [[name, value]] : []))
}

/** A shell command that sets a variable. */
export function exportCommand([name, value]: Variables[number]): string {
  return `export ${name}=${plain.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`}`
}

/** The variables as text, ready to paste. */
export function formatVariables(installed: AppAndServer, format: VariableFormat): string {
  const variables = variablesOf(installed)
  if (format === 'json') return `${JSON.stringify(Object.fromEntries(variables), undefined, 2)}\n`
  const command = format === 'shell' ? exportCommand : dotenvLine
  const toLine = (variable: Variables[number]) => `${command(variable)}\n`
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

function dotenvLine([name, value]: Variables[number]): string {
  return `${name}=${plain.test(value) ? value : JSON.stringify(value)}`
}

const plain = /^[\w.:/@%+,-]+$/
