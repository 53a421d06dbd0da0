import { missingFrom } from './cuts.ts'
import type { ExportedCall } from './entries.ts'
import { toJs, toJsText, toPython } from './literals.ts'
import { tokenVariable } from './tokenVariable.ts'

export type SdkLanguage = 'javascript' | 'python'

/** Methods that `WebClient` of `@slack/web-api` has no function for. A test compares. */
export const methodsWithoutFunction: ReadonlySet<string> = new Set([
  'assistant.search.context',
  'assistant.search.info',
])

/** The call as a program with the official SDK: a module for Node, or a script for Python. Tokens come from the environment. */
export function toSdkCode(
  entry: ExportedCall,
  { language = 'javascript', people = [] }: { language?: SdkLanguage; people?: readonly string[] } = {},
): string {
  const token = tokenVariable(entry, people)
  return language === 'python' ? toPythonCode(entry, token) : toJavaScript(entry, token)
}

function toJavaScript({ method, args, ok }: ExportedCall, token: string | undefined): string {
  const given = readableArgs(args)
  const call =
    ok && /^\w+(?:\.\w+)+$/.test(method) && !methodsWithoutFunction.has(method)
      ? `client.${method}(${argumentsOf(given)})`
      : `client.apiCall(${[toJsText(method), argumentsOf(given)].filter((one) => one !== '').join(', ')})`
  const tokenCode = token === undefined ? 'undefined' : `process.env.${token}`
  return [
    ...missingFrom(args).map((note) => `// ${note}`),
    "import { WebClient } from '@slack/web-api'",
    '',
    `const client = new WebClient(${tokenCode}, { slackApiUrl: process.env.SLACK_API_URL })`,
    '',
    `const answer = await ${call}`,
    'console.log(JSON.stringify(answer))',
    '',
  ].join('\n')
}

function argumentsOf(args: Readonly<Record<string, unknown>>): string {
  return Object.keys(args).length === 0 ? '' : toJs(args)
}

/** `api_call` knows every method and takes every argument: which functions there are depends on the SDK's version. */
function toPythonCode({ method, args }: ExportedCall, token: string | undefined): string {
  const client = [
    ...(token === undefined ? [] : [`token=os.environ[${JSON.stringify(token)}]`]),
    'base_url=os.environ.get("SLACK_API_URL", WebClient.BASE_URL)',
  ]
  // The SDK sends lists and objects as Python writes them, so they are given as the JSON that was sent.
  const given = Object.entries(args).map(([name, value]) => [name, isObject(value) ? JSON.stringify(value) : value])
  return [
    ...missingFrom(args).map((note) => `# ${note}`),
    'import json',
    'import os',
    '',
    'from slack_sdk import WebClient',
    '',
    `client = WebClient(${client.join(', ')})`,
    '',
    `answer = client.api_call(${toPython(method)}, params=${toPython(Object.fromEntries(given))})`,
    'print(json.dumps(answer.data))',
    '',
  ].join('\n')
}

/** The SDK turns values into texts. A text that it would make in the same way from a value is shown as that value. */
function readableArgs(args: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries = Object.entries(args).map(([name, value]): [string, unknown] => [name, readable(value)])
  return Object.fromEntries(entries)
}

function readable(value: unknown): unknown {
  if (typeof value !== 'string' || !/^[[{]/.test(value)) return value
  try {
    const parsed: unknown = JSON.parse(value)
    return JSON.stringify(parsed) === value ? parsed : value
  } catch {
    return value
  }
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}
