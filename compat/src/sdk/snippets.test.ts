import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { createClient } from '#testing/sdk'
import { startServer, repository, type Server } from '#testing/server'

const run = promisify(execFile)
const [readme, quickstart] = [readSnippets('README.md'), readSnippets('docs', 'quickstart.md')]

/** The code blocks of a page, by language. */
function readSnippets(...path: string[]): Record<string, string[]> {
  const text = readFileSync(join(repository, ...path), 'utf8')
  const found: Record<string, string[]> = {}
  for (const [, language = '', code = ''] of text.matchAll(/^```(\w+)\n(.*?)^```$/gms))
    (found[language] ??= []).push(code)
  return found
}

/** The texts of all messages in the demo threads that the pages name. */
async function readDemoThreads(server: Server): Promise<string[]> {
  const client = createClient(server, 'xoxb-demo-brook')
  const threads = [
    { channel: 'D0ANABROOK', ts: '1768225200.000100' },
    { channel: 'C0LAUNCH', ts: '1768221000.000100' },
  ]
  const answers = await Promise.all(threads.map((thread) => client.conversations.replies(thread)))
  return answers.flatMap(({ messages = [] }) => messages.map(({ text = '' }) => text))
}

const javascriptSnippets = [
  ['of the README', readme['js']?.[0]],
  ['of the quickstart', quickstart['js']?.[0]],
  [
    'of the quickstart, with tasks',
    `${quickstart['js']?.[0]?.split('\n\n').slice(0, 2).join('\n\n')}\n${quickstart['js']?.[1]}`,
  ],
] as const

test.each(javascriptSnippets)('the JavaScript %s runs as printed', async (name, code = '') => {
  const server = await startServer({})
  const env = { ...process.env, SLACK_API_URL: server.api, SLACK_BOT_TOKEN: 'xoxb-demo-brook' }
  await run(process.execPath, ['--input-type=module', '--eval', code], { cwd: join(repository, 'compat'), env })
  const expected = name.endsWith('tasks') ? 'Found it.' : 'The answer is *forty-two*.'
  expect(await readDemoThreads(server)).toContainEqual(expect.stringContaining(expected))
})

test('the curl commands of the quickstart succeed', async () => {
  const server = await startServer({})
  // Not every machine has jq. This is all that the commands need of it.
  const jq = `jq() { "${process.execPath}" -pe 'JSON.parse(fs.readFileSync(0)).ts'; }`
  const calls = (quickstart['sh'] ?? []).filter((code) => code.includes('curl')).join('\n')
  const here = calls.replace('http://127.0.0.1:7070', server.url).replaceAll('curl ', 'curl -s -w "\\n" ')
  const { stdout } = await run('bash', ['-euc', `${jq}\n${here}`])
  const answers = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { ok: boolean })
  expect(answers.map(({ ok }) => ok)).toEqual([true, true, true, true])
  expect(await readDemoThreads(server)).toEqual(expect.arrayContaining(['Hello *world*.', 'Hello']))
})
