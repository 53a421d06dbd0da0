import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { repository } from '#testing/servers/spawnServer'

export const clusterScript = join(repository, 'script', 'cluster')

const isFound = (...programs: string[]) => programs.some((name) => spawnSync(name, ['--version']).status === 0)

export const canRunCluster =
  (isFound('initdb') || existsSync('/usr/lib/postgresql')) && isFound('redis-server', 'valkey-server')

/** Starts `script/cluster`, and ends it with its test. */
export function startCluster(...flags: string[]) {
  // What it builds is not for tests.
  const { NODE_ENV: _, ...env } = process.env
  const child = spawn(clusterScript, flags, { stdio: ['ignore', 'pipe', 'pipe'], env })
  /** `printed`: what it has written to both outputs so far. The other fields are there once it is ready. */
  const cluster = { printed: '', url: '', store: '', nodes: [] as { url: string; pid: number }[], ready, stop }
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
    cluster.url = new URL(/Open +(\S+)/.exec(cluster.printed)?.[1] ?? '').origin
    cluster.store = /Store +(\S+)/.exec(cluster.printed)?.[1] ?? ''
    const lines = cluster.printed.matchAll(/Node \d +(\S+) +process (\d+)/g)
    cluster.nodes = [...lines].map(([, url, pid]) => ({ url: String(url), pid: Number(pid) }))
  }
  /** Stops it as Ctrl+C does. Returns its exit code. */
  async function stop(): Promise<unknown> {
    child.kill('SIGINT')
    const [code] = await ended
    return code
  }
}
