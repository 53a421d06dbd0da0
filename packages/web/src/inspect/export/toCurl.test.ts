import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { toCurl } from './toCurl.ts'

const call = {
  kind: 'call',
  seq: 1,
  at: 0,
  request_id: 'r',
  method: 'chat.postMessage',
  status: 200,
  answer: { ok: true },
  ok: true,
  took_ms: 1,
} as const
/** In fish, a backslash before a quote does not end the quoted text. */
const hostile = [String.raw`a\';touch /tmp/pwned #`, String.raw`\\'`, "it's", String.raw`\n "quoted"`]

test.each(hostile)('fish reads the same words as other shells: %j', (text) => {
  for (const args of [{ text }, { text, blocks: [text] }, { [text]: text }]) {
    const curl = toCurl({ ...call, args }, { apiUrl: 'http://127.0.0.1:1/api/' })
    expect(wordsOf(curl, true)).toEqual(wordsOf(curl, false))
  }
})

test.each(hostile)('the JSON of a call is what it was: %j', (text) => {
  const args = { text, blocks: [{ text }] }
  const curl = toCurl({ ...call, args }, { apiUrl: 'http://127.0.0.1:1/api/' })
  const printed = execFileSync('sh', ['-c', curl.replace(/^curl -sS [^]*--data-raw /, 'printf %s ')], {
    encoding: 'utf8',
  })
  expect(JSON.parse(printed)).toEqual(args)
})

/** The words of a command. Within single quotes, fish knows two escapes, and others know no escapes. */
function wordsOf(command: string, isFish: boolean): string[] {
  const inSingle = isFish ? String.raw`'(?:\\[^]|[^'\\])*'` : "'[^']*'"
  const word = new RegExp(String.raw`(?:${inSingle}|"[^"]*"|\\[^]|[^\s'"\\])+`, 'g')
  return [...command.matchAll(word)].map(([found]) => found)
}
