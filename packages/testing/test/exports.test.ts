import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { WebClient } from '@slack/web-api'
import { expect, onTestFinished, test } from 'vitest'
import { type Rivulet, startRivulet } from '@rivulet/testing'
import { toCurl } from '@rivulet/web/export/toCurl'
import { methodsWithoutFunction, toSdkCode } from '@rivulet/web/export/toSdkCode'
import { scoutManifest } from './scout.ts'

const run = promisify(execFile)
const hasPython = spawnSync('python3', ['-c', 'import slack_sdk']).status === 0

const hostile = [
  `It's "quoted", \\ and 'this' is 'it'`,
  '$(touch pwned) `touch pwned` ${HOME} $SLACK_BOT_TOKEN !! ~ * ; | & \\',
  'two\nlines\r\nand\ttabs, \u2028\u2029 */ // # -- @file --data',
  '\u001B[201~\u0015touch pwned\n\u007F \u202Eevil \u{E0041}',
  'ünïcödé 👩‍👩‍👧 100% a=b&c=d+e',
]

/** The newest call of the app in the journal. */
async function scene() {
  const server = await startRivulet({ workspace: { apps: [scoutManifest] } })
  onTestFinished(() => server.close())
  const directory = mkdtempSync(join(import.meta.dirname, '.exports-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const { botToken } = server.app()
  const client = new WebClient(botToken, { slackApiUrl: server.apiUrl, retryConfig: { retries: 0 } })
  const environment = { ...process.env, SLACK_API_URL: server.apiUrl, SLACK_BOT_TOKEN: botToken, HOME: directory }
  const execute = async (command: string, args: string[]): Promise<unknown> =>
    JSON.parse((await run(command, args, { cwd: directory, env: environment })).stdout)
  return { server, client, directory, execute }
}

function lastCall(server: Rivulet) {
  const call = server.app().calls().at(-1)
  if (!call) throw new Error('There was no call.')
  return call
}

/** What was said; ids and times of the message differ. */
function comparable(answer: unknown): object {
  const { ok, error, message } = Object(answer)
  return { ok, error, text: message?.text, blocks: message?.blocks }
}

test('the copied command makes the same call again, whatever was said', async () => {
  const { server, client, directory, execute } = await scene()
  for (const text of hostile) {
    const blocks = [{ type: 'section', block_id: 'b', text: { type: 'mrkdwn', text } }]
    const first = await client.chat.postMessage({ channel: '#general', text, blocks })
    const again = await execute('sh', ['-c', toCurl(lastCall(server), { apiUrl: server.apiUrl })])
    expect(comparable(again)).toEqual(comparable(first))
    expect(lastCall(server).args).toEqual(server.app().calls('chat.postMessage').at(-2)?.args)
  }
  expect(readdirSync(directory)).toEqual([])
})

test('what was sent as JSON is sent as JSON, and a refusal is the same refusal', async () => {
  const { server, execute } = await scene()
  for (const args of [
    { channel: '#general', blocks: [{ type: 'secti\u2028on', text: "it's" }], unfurl_links: false, thread_ts: null },
    { channel: 'C0NOWHERE', text: 'x', metadata: { event_type: '$(id)', event_payload: { a: [1, null] } } },
  ]) {
    const headers = {
      authorization: `Bearer ${server.app().botToken}`,
      'content-type': 'application/json; charset=utf-8',
    }
    const url = new URL('chat.postMessage', server.apiUrl)
    const first: unknown = await (await fetch(url, { method: 'POST', headers, body: JSON.stringify(args) })).json()
    const command = toCurl(lastCall(server), { apiUrl: server.apiUrl })
    expect(await execute('sh', ['-c', command])).toEqual(first)
    expect(first).toMatchObject({ ok: false })
  }
})

test('a call without a token is copied without one, and what is cut or masked is said', async () => {
  const { server, client, execute } = await scene()
  await client.chat.postMessage({ channel: '#general', text: `${'x'.repeat(3000)} xoxb-a-b` })
  await fetch(new URL('auth.test', server.apiUrl), { method: 'POST' })
  const [long] = server.journal.calls({ method: 'chat.postMessage' })
  const [without] = server.journal.calls({ method: 'auth.test' })
  if (!long || !without) throw new Error('There were two calls.')
  const command = toCurl(long, { apiUrl: server.apiUrl })
  expect(command).toMatch(/^: 'Not complete: the journal has cut "text" after 2,000 characters.'\n/)
  expect(await execute('sh', ['-c', command])).toMatchObject({ ok: true })
  expect(await execute('sh', ['-c', toCurl(without, { apiUrl: server.apiUrl })])).toMatchObject({ error: 'not_authed' })
  expect(toSdkCode(long)).toContain('// Not complete: the journal has cut "text" after 2,000 characters.\n')
})

test('the copied program makes the same call again', async () => {
  const { server, client, directory, execute } = await scene()
  const text = hostile.join('\n')
  const blocks = [{ type: 'section', block_id: 'b', text: { type: 'mrkdwn', text } }]
  const first = await client.chat.postMessage({ channel: '#general', text, blocks, unfurl_links: true })
  const call = lastCall(server)
  const code = toSdkCode(call)
  expect(code).toContain("await client.chat.postMessage({\n  channel: '#general',\n")
  writeFileSync(join(directory, 'call.mjs'), code)
  expect(comparable(await execute(process.execPath, ['call.mjs']))).toEqual(comparable(first))
  expect(lastCall(server).args).toEqual(call.args)
  expect(readdirSync(directory)).toEqual(['call.mjs'])
})

test.skipIf(!hasPython)('the copied Python script makes the same call again (needs slack_sdk)', async () => {
  const { server, client, directory, execute } = await scene()
  const text = hostile.join('\n')
  const blocks = [{ type: 'section', block_id: 'b', text: { type: 'mrkdwn', text } }]
  const first = await client.chat.postMessage({ channel: '#general', text, blocks, unfurl_links: true })
  const call = lastCall(server)
  writeFileSync(join(directory, 'call.py'), toSdkCode(call, { language: 'python' }))
  expect(comparable(await execute('python3', ['call.py']))).toEqual(comparable(first))
  expect(lastCall(server).args).toEqual(call.args)
})

test('the copied program names a function of the SDK where there is one', () => {
  const client: unknown = new WebClient('x')
  const functionOf = (method: string) => method.split('.').reduce((found: unknown, name) => Object(found)[name], client)
  const missing = [...methodNames].filter((name) => typeof functionOf(name) !== 'function')
  expect([...methodsWithoutFunction].toSorted()).toEqual(missing.toSorted())
})

const openApi: { paths: object } = JSON.parse(
  readFileSync(new URL('../../server/openapi.json', import.meta.url), 'utf8'),
)
const methodNames = Object.keys(openApi.paths).map((path) => path.replace(/^\/(?:api\/)?/, ''))
