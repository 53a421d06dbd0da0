import type { AppAndServer } from './operator.ts'

export type Variables = [name: string, value: string][]
export type VariableFormat = 'shell' | 'dotenv' | 'json'

/** The environment variables that an app built on the SDKs reads. */
export function variablesOf({ url, app }: AppAndServer): Variables {
  const all: [string, string | undefined][] = [
    ['SLACK_API_URL', `${url}/api/`],
    ['SLACK_BOT_TOKEN', app.tokens.bot],
    ['SLACK_APP_TOKEN', app.tokens.app],
    ['SLACK_SIGNING_SECRET', app.signingSecret],
    ['SLACK_CLIENT_ID', app.clientId],
    ['SLACK_CLIENT_SECRET', app.clientSecret],
  ]
  return all.flatMap(([name, value]) => (value ? [[name, value]] : []))
}

/** The variables as text, ready to paste. */
export function formatVariables(variables: Variables, format: VariableFormat): string {
  if (format === 'json') return `${JSON.stringify(Object.fromEntries(variables), undefined, 2)}\n`
  const quoted = format === 'shell' ? shellQuoted : dotenvQuoted
  return variables.map(([name, value]) => `${format === 'shell' ? 'export ' : ''}${name}=${quoted(value)}\n`).join('')
}

function shellQuoted(value: string): string {
  return plain.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`
}

function dotenvQuoted(value: string): string {
  return plain.test(value) ? value : JSON.stringify(value)
}

const plain = /^[\w.:/@%+,-]+$/
