import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { findFreePort } from '#testing/server/freePort'

/** The program of a Redis or Valkey server; undefined if none is installed. */
export const redisProgram = ['redis-server', 'valkey-server'].find(
  (program) => spawnSync(program, ['--version']).status === 0,
)

/** Starts a Redis server of its own, which keeps nothing. It ends with its test. `settings`: as on its command line. */
export async function startRedisServer(...settings: string[]) {
  const port = await findFreePort()
  let running: ChildProcess | undefined
  onTestFinished(stop)
  await start()
  return { port, url: `redis://127.0.0.1:${port}`, start, stop, freeze, thaw }

  /** Starts it again at the same port, empty. */
  async function start(): Promise<void> {
    const fixed = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
    running = spawn(redisProgram ?? '', [...fixed, ...settings], { stdio: 'ignore' })
    while (!(await isListening(port))) {
      if (running?.exitCode !== null) throw new Error(`${redisProgram} has ended before it listened.`)
      await sleep(20)
    }
  }
  async function stop(): Promise<void> {
    const ending = running
    running = undefined
    if (!ending || ending.exitCode !== null) return
    ending.kill('SIGKILL')
    await once(ending, 'close')
  }
  /** From now on it takes connections and answers nothing. */
  function freeze(): void {
    running?.kill('SIGSTOP')
  }
  function thaw(): void {
    running?.kill('SIGCONT')
  }
}

function isListening(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
  return promise.finally(() => socket.destroy())
}
