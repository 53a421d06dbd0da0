import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { packageFile } from '#packageFile'
import { createTempDirectory } from '#testing/database/databases'
import { postgres } from '#testing/database/postgres'
import { createTwoDatabases } from '#testing/nodes/teamMoves'
import { findFreePort } from '#testing/server/freePort'

const program = process.env['NGINX'] ?? 'nginx'
const isInstalled = spawnSync(program, ['-v']).status === 0
const channel = 'C0HELP'

// It may be missing, or be named in NGINX.
describe.skipIf(!postgres || !isInstalled)('the nginx of the page about operations', () => {
  test('[NOD-10, NOD-11] leads the callers of a team that moves to where it is', async () => {
    const { servers, move } = await createTwoDatabases()
    const url = await startNginx([servers.from.url, servers.to.url])
    const refused: { isAgain: boolean }[] = []
    const post = async (text: string) => {
      for (;;) {
        const response = await fetch(`${url}/api/chat.postMessage`, {
          method: 'POST',
          headers: { authorization: 'Bearer xoxb-acme-scout', 'content-type': 'application/json; charset=utf-8' },
          // Longer than what nginx keeps in memory of a body.
          body: JSON.stringify({ channel, text: `${text} ${'x'.repeat(20_000)}` }),
        })
        const answer = (await response.json()) as Record<string, unknown>
        if (response.status !== 503 && response.status !== 429) return answer
        refused.push({ isAgain: response.headers.has('retry-after') })
        await sleep(20)
      }
    }
    const posted: string[] = []
    let isOver = false
    const writing = (async () => {
      while (!isOver) {
        expect(await post(`p${posted.length}`)).toEqual(expect.objectContaining({ ok: true }))
        posted.push(`p${posted.length}`)
        // Below the limits of calls in a minute, however long the test takes.
        await sleep(100)
      }
    })()
    writing.catch(() => {}) // it is awaited below
    await Promise.race([writing, expect.poll(() => posted.length).toBeGreaterThan(2)])
    await Promise.race([writing, move()])
    const { length } = posted
    await Promise.race([writing, expect.poll(() => posted.length).toBeGreaterThan(length + 2)])
    isOver = true
    await writing

    const headers = { authorization: 'Bearer xoxb-acme-scout' }
    const history = await fetch(`${url}/api/conversations.history?channel=${channel}&limit=999`, { headers })
    const { messages } = (await history.json()) as { messages: { text: string }[] }
    const texts = messages.flatMap(({ text }) => /^p\d+(?= x)/.exec(text) ?? [])
    expect(texts.toReversed()).toEqual(posted)
    // While the team was closed, nobody took the call, and nginx passed on what the servers said.
    expect(refused.filter(({ isAgain }) => !isAgain)).toEqual([])
  })
})

/** Starts nginx with what the page says, before these servers: the old ones, and the new ones. */
async function startNginx([from, to]: readonly [string, string]): Promise<string> {
  const page = readFileSync(packageFile('../../docs/operations.md'), 'utf8')
  const blocks = [...page.matchAll(/```nginx\n([\s\S]*?)```/g)].map(([, block]) => block ?? '')
  const map = blocks[0]?.match(/map [\s\S]*?\n}/)?.[0] ?? ''
  const port = await findFreePort()
  const moving = (blocks.find((block) => block.includes('upstream acme')) ?? '')
    .replace('10.0.1.1:7070', new URL(from).host)
    .replace('10.0.2.1:7070', new URL(to).host)
    .replace('server {\n  location', `server {\n  listen 127.0.0.1:${port};\n  location`)
  const directory = createTempDirectory()
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${directory}/${name};`,
  )
  const file = join(directory, 'nginx.conf')
  writeFileSync(
    file,
    `daemon off; master_process off; pid ${directory}/pid; error_log ${directory}/error.log;
events {}
http { access_log off; ${paths.join(' ')}
${map}
${moving} }`,
  )
  const nginx = spawn(program, ['-p', directory, '-c', file], { stdio: ['ignore', 'ignore', 'pipe'] })
  const closed = once(nginx, 'close')
  let said = ''
  nginx.stderr.on('data', (bytes: Buffer) => (said += bytes.toString()))
  onTestFinished(async () => {
    nginx.kill('SIGTERM')
    await closed
  })
  await expect
    .poll(async () => (nginx.exitCode === null ? await isListening(port) : `nginx ended: ${said}`), { timeout: 30_000 })
    .toBe(true)
  return `http://127.0.0.1:${port}`
}

function isListening(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
  return promise.finally(() => socket.destroy())
}
