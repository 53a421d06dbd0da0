import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { WebClient } from '@slack/web-api'
import { describe, expect, onTestFinished, test } from 'vitest'
import { silentLogger } from '#testing/sdk'

const script = join(import.meta.dirname, '..', '..', '..', 'script', 'cluster')

const isFound = (...programs: string[]) => programs.some((name) => spawnSync(name, ['--version']).status === 0)
const hasPostgres = isFound('initdb') || existsSync('/usr/lib/postgresql')
const hasRedis = isFound('redis-server', 'valkey-server')

/** Starts the script, and ends it with its test. `printed` is what it has written to both outputs so far. */
function startCluster(...flags: string[]) {
  const child = spawn(script, flags, { stdio: ['ignore', 'pipe', 'pipe'] })
  const cluster = { printed: '', ready, stop }
  for (const output of [child.stdout, child.stderr])
    output.on('data', (part: Buffer) => {
      cluster.printed += part.toString()
    })
  const ended = once(child, 'close')
  onTestFinished(async () => void (await stop()))
  return cluster

  async function ready(): Promise<void> {
    const failed = ended.then(() => Promise.reject(new Error(`The cluster did not start: ${cluster.printed}`)))
    const started = expect.poll(() => cluster.printed, { timeout: 120_000 }).toContain('Ctrl+C stops everything')
    await Promise.race([started, failed])
  }
  /** Stops it as Ctrl+C does. Returns its exit code. */
  async function stop(): Promise<unknown> {
    child.kill('SIGINT')
    const [code] = await ended
    return code
  }
}

describe('script/cluster', () => {
  test.skipIf(!hasPostgres || !hasRedis)('goes on after one of its nodes was killed', async () => {
    const cluster = startCluster('--nodes', '2', '--port', '0')
    await cluster.ready()
    const [, address] = /Open +(\S+)/.exec(cluster.printed) ?? []
    const nodes = [...cluster.printed.matchAll(/Node \d +(\S+) +process (\d+)/g)].map(([, url, pid]) => ({
      url: String(url),
      pid: Number(pid),
    }))
    expect(nodes).toHaveLength(2)

    const client = new WebClient('xoxb-demo-brook', { slackApiUrl: `${address}api/`, logger: silentLogger })
    const channel = 'C0GENERAL'
    const post = (text: string) => client.chat.postMessage({ channel, text })
    // Two of them, because the nodes take turns.
    for (const text of ['one', 'two']) expect(await post(text)).toMatchObject({ ok: true })

    const [first, second] = nodes
    process.kill(first?.pid ?? 0, 'SIGKILL')
    await expect.poll(() => cluster.printed).toContain(`${first?.url} is away`)
    for (const text of ['three', 'four']) expect(await post(text)).toMatchObject({ ok: true })
    const { messages } = await client.conversations.history({ channel, limit: 4 })
    expect(messages?.map(({ text }) => text)).toEqual(['four', 'three', 'two', 'one'])

    expect(await cluster.stop()).toBe(130)
    expect(() => process.kill(second?.pid ?? 0, 0)).toThrow('ESRCH')
    const [, store] = /Store +\S+:(\d+)\//.exec(cluster.printed) ?? []
    await expect(fetch(`http://127.0.0.1:${store}/`)).rejects.toThrow('fetch failed')
  })

  test.each([
    [['--nodes', '0'], '--nodes needs to be a number from 1 to 99; it is 0.'],
    [['--port', 'x'], '--port needs to be a number; it is x.'],
    [['--nodes'], '--nodes needs a value.'],
    [['--node', '2'], 'There is no --node.'],
  ])('%j: says what is wrong', async (flags, message) => {
    const { status, stderr } = spawnSync(script, flags, { encoding: 'utf8' })
    expect(status).toBe(2)
    expect(stderr).toContain(message)
  })
})
