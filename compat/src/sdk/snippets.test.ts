import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { clientOf } from '#testing/sdk'
import { aServer, repository, type Server } from '#testing/server'

const run = promisify(execFile)
const [readme, quickstart] = [snippets('README.md'), snippets('docs', 'quickstart.md')]

/** What a page shows to be copied, by its language. */
function snippets(...path: string[]): Record<string, string[]> {
  const text = readFileSync(join(repository, ...path), 'utf8')
  const found: Record<string, string[]> = {}
  for (const [, language = '', code = ''] of text.matchAll(/^```(\w+)\n(.*?)^```$/gms))
    (found[language] ??= []).push(code)
  return found
}

/** All that was said in the demo's threads that the pages name. */
async function said(server: Server): Promise<string[]> {
  const client = clientOf(server, 'xoxb-demo-brook')
  const threads = [
    { channel: 'D0ANABROOK', ts: '1768225200.000100' },
    { channel: 'C0LAUNCH', ts: '1768221000.000100' },
  ]
  const answers = await Promise.all(threads.map((thread) => client.conversations.replies(thread)))
  return answers.flatMap(({ messages = [] }) => messages.map(({ text = '' }) => text))
}

const javascript = [
  ['of the README', readme['js']?.[0]],
  ['of the quickstart', quickstart['js']?.[0]],
  [
    'of the quickstart, with tasks',
    `${quickstart['js']?.[0]?.split('\n\n').slice(0, 2).join('\n\n')}\n${quickstart['js']?.[1]}`,
  ],
] as const

test.each(javascript)('the JavaScript %s runs as it stands', async (about, code = '') => {
  const server = await aServer({})
  const env = { ...process.env, SLACK_API_URL: server.api, SLACK_BOT_TOKEN: 'xoxb-demo-brook' }
  await run(process.execPath, ['--input-type=module', '--eval', code], { cwd: join(repository, 'compat'), env })
  const words = about.endsWith('tasks') ? 'Found it.' : 'The answer is *forty-two*.'
  expect(await said(server)).toContainEqual(expect.stringContaining(words))
})

test('what the quickstart says to curl is answered', async () => {
  const server = await aServer({})
  // Not everybody has jq, and this is all that it is needed for.
  const jq = `jq() { "${process.execPath}" -pe 'JSON.parse(fs.readFileSync(0)).ts'; }`
  const calls = (quickstart['sh'] ?? []).filter((code) => code.includes('curl')).join('\n')
  const here = calls.replace('http://127.0.0.1:7070', server.url).replaceAll('curl ', 'curl -s -w "\\n" ')
  const { stdout } = await run('bash', ['-euc', `${jq}\n${here}`])
  const answers = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { ok: boolean })
  expect(answers.map(({ ok }) => ok)).toEqual([true, true, true, true])
  expect(await said(server)).toEqual(expect.arrayContaining(['Hello *world*.', 'Hello']))
})
