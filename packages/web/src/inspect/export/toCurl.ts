import { missingFrom } from './cuts.ts'
import type { ExportedCall } from './entries.ts'
import { hasHidden, toPlainJson, toShellText } from './literals.ts'
import { tokenVariable } from './tokenVariable.ts'

/**
 * The call as a command for a shell. The token is that of the environment. What was sent as a form is sent as one, everything
 * else as JSON. Lines that begin with `:` do nothing and say what is missing: `#` is no comment in every shell.
 */
export function toCurl(
  entry: ExportedCall,
  { apiUrl, people = [] }: { apiUrl: string; people?: readonly string[] },
): string {
  const url = new URL(encodeURIComponent(entry.method), apiUrl.endsWith('/') ? apiUrl : `${apiUrl}/`)
  const token = tokenVariable(entry, people)
  const lines = [
    `curl -sS ${toShellText(url.href)}`,
    ...(token === undefined ? [] : [`-H "Authorization: Bearer $${token}"`]),
    ...dataOf(entry.args),
  ]
  const notes = missingFrom(entry.args).map((note) => `: ${toShellText(note.replaceAll(/['\\]/g, ' '))}\n`)
  return `${notes.join('')}${lines.join(' \\\n  ')}\n`
}

function dataOf(args: ExportedCall['args']): string[] {
  const all = Object.entries(args)
  if (all.length === 0) return ["-d ''"]
  if (all.some(([, value]) => typeof value !== 'string'))
    return [
      `-H 'Content-Type: application/json; charset=utf-8'`,
      `--data-raw ${toShellText(withoutQuotes(toPlainJson(args)))}`,
    ]
  return all.map(([name, value]) => formField(name, String(value)))
}

/** JSON without what shells disagree about: in fish, a backslash before a quote or another one is not itself. */
function withoutQuotes(json: string): string {
  return json.replaceAll('\\\\', String.raw`\u005c`).replaceAll("'", String.raw`\u0027`)
}

/** What nobody could read, a terminal would obey, or fish reads otherwise, is encoded. */
function formField(name: string, value: string): string {
  const variable = secretVariables[name]
  if (variable !== undefined && value === '[secret]') return `--data-urlencode "${name}=$${variable}"`
  if (hasHidden(value) || value.includes('\\')) return `--data-raw ${toShellText(`${encode(name)}=${encode(value)}`)}`
  return `--data-urlencode ${toShellText(`${encode(name)}=${value}`)}`
}

const secretVariables: Readonly<Record<string, string>> = {
  client_secret: 'SLACK_CLIENT_SECRET',
  code: 'SLACK_CODE',
  refresh_token: 'SLACK_REFRESH_TOKEN',
}

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
