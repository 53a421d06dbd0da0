import type { Kept } from './keeper.ts'

export type Variables = [name: string, value: string][]
export type Form = 'shell' | 'dotenv' | 'json'

/** What an app on the SDKs reads from its environment. */
export function variablesOf({ url, app }: Kept): Variables {
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

/** Ready to paste. */
export function written(variables: Variables, form: Form): string {
  if (form === 'json') return `${JSON.stringify(Object.fromEntries(variables), undefined, 2)}\n`
  const quoted = form === 'shell' ? shellQuoted : dotenvQuoted
  return variables.map(([name, value]) => `${form === 'shell' ? 'export ' : ''}${name}=${quoted(value)}\n`).join('')
}

function shellQuoted(value: string): string {
  return plain.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`
}

function dotenvQuoted(value: string): string {
  return plain.test(value) ? value : JSON.stringify(value)
}

const plain = /^[\w.:/@%+,-]+$/
