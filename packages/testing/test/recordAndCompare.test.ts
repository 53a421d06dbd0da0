import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { WebClient } from '@slack/web-api'
import { expect, onTestFinished, test } from 'vitest'
import { type Rivulet, startRivulet } from '@rivulet/testing'
import { createScout, scoutManifest } from './scout.ts'

const bot = [...scoutManifest.oauth_config.scopes.bot, 'files:write', 'channels:read']
const manifest = { ...scoutManifest, oauth_config: { scopes: { bot } } }
const bin = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url))

function directory(): string {
  const path = mkdtempSync(join(tmpdir(), 'rivulet-record-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  return path
}

/** `rivulet record`, when it is ready. `stop` returns its exit code. */
async function startRecorder(upstream: string, out: string) {
  const args = [bin, 'record', '--upstream', upstream, '--out', out, '--port', '0', '--json']
  const child: ChildProcessByStdio<null, Readable, null> = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = await once(createInterface(child.stdout), 'line')
  const ready: { api: string } = JSON.parse(line)
  const exited = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGTERM')
    return (await exited)[0]
  }
  return { api: ready.api, stop }
}

function compare(...args: string[]): Promise<{ code: unknown; out: string; err: string }> {
  return new Promise((done) => {
    execFile(process.execPath, [bin, 'compare', ...args], (error, out, err) =>
      done({ code: error?.code ?? 0, out, err }),
    )
  })
}

/** A Bolt app over a socket, and calls of the plain SDK, all through the recorder. */
async function journey(server: Rivulet, api: string): Promise<void> {
  const [ana, scout] = [server.person('ana'), server.app()]
  const clientOptions = { slackApiUrl: api }
  const program = createScout({ token: scout.botToken, appToken: scout.appToken, socketMode: true, clientOptions })
  await program.start()
  await ana.says(scout, 'stream please')
  await scout.replies()
  await ana.says('#general', `${scout} are you there?`)
  await scout.replies()
  await ana.runs('/deploy api', '#general')
  await ana.closes(await ana.modal('Deploy api'))
  const client = new WebClient(scout.botToken, clientOptions)
  const { channel = '', ts = '' } = await client.chat.postMessage({ channel: '#general', text: 'One' })
  await client.chat.update({ channel, ts, text: `Two for ${ana}, at ${ts}` })
  await client.conversations.history({ channel })
  await client.conversations.info({ channel: 'C0NOWHERE1' }).catch(() => {})
  const { upload_url: address = '' } = await client.files.getUploadURLExternal({ filename: 'a.txt', length: 4 })
  expect((await fetch(address, { method: 'POST', body: 'Four' })).status).toBe(200)
  await server.settled()
  await program.stop()
}

test('what an app does is recorded without its secrets, and is the same here; another shape is told exactly', async () => {
  const server = await startRivulet({ workspace: { apps: [manifest] }, timeout: 30_000, hints: 'off' })
  onTestFinished(() => server.close())
  const path = join(directory(), 'fixture.jsonl')
  const recorder = await startRecorder(server.apiUrl, path)
  await journey(server, recorder.api)
  expect(await recorder.stop()).toBe(0)

  const text = readFileSync(path, 'utf8')
  const { botToken, appToken, signingSecret, clientSecret } = server.app()
  for (const secret of [botToken, appToken, signingSecret, clientSecret, '"xoxb', 'xapp-'])
    expect(text).not.toContain(secret)
  const [head, ...entries] = text
    .trim()
    .split('\n')
    .map((line): any => JSON.parse(line))
  expect(head).toMatchObject({ rivulet_fixture: 1, upstream: server.apiUrl })
  expect(entries.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['call', 'socket', 'passed']))
  const tokens = new Set(entries.filter(({ kind }) => kind === 'call').map(({ token }) => token))
  expect(tokens).toEqual(new Set(['<bot-token-1>', '<app-token-1>']))

  const same = await compare(path, '--json')
  const { differences, compared, skipped } = JSON.parse(same.out)
  expect(differences).toEqual([])
  expect(same.code).toBe(0)
  expect(compared).toBeGreaterThanOrEqual(12)
  expect(skipped.map(({ what, why }: any) => `${what}: ${why}`)).toEqual([
    'views.open: It needs <trigger-1>, which was a secret of the recorded server.',
  ])

  const changed = entries.map((entry) => {
    if (entry.method === 'chat.update') return { ...entry, answer: { ...entry.answer, colour: 'red', text: 3 } }
    if (entry.method === 'conversations.info') return { ...entry, answer: { ok: false, error: 'is_gone' } }
    return entry
  })
  writeFileSync(path, [head, ...changed].map((line) => `${JSON.stringify(line)}\n`).join(''))
  const file = join(dirname(path), 'workspace.json')
  expect((await compare(path, '--write-workspace', file)).code).toBe(0)
  const other = await startRivulet({ workspace: file, hints: 'off' })
  onTestFinished(() => other.close())
  const different = await compare(path, '--url', other.url)
  expect(different.code).toBe(1)
  const lines = different.out
    .trim()
    .split('\n')
    .map((line) => line.replace(/^\d+ /, ''))
  expect(lines.filter((line) => !/^views.open|: extra/.test(line))).toEqual([
    'chat.update /text: string in place of number.',
    'chat.update /colour: missing. The recording has string here.',
    'conversations.info /error: channel_not_found in place of is_gone.',
    expect.stringMatching(/answers compared, 2 differ, 1 not compared/),
  ])
})
