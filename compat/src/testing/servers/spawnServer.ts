import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export const repository = join(import.meta.dirname, '..', '..', '..', '..')
export const command = join(repository, 'node_modules', '.bin', 'rivulet')

/** Starts `rivulet dev` with these flags, and waits until it is ready. `program`: the `rivulet` of another build. */
export async function spawnServer(flags: string[], program = command) {
  const child = spawn(program, ['dev', '--json', ...flags], { stdio: ['ignore', 'pipe', 'pipe'] })
  let errorOutput = ''
  child.stderr.on('data', (part: Buffer) => {
    errorOutput = (errorOutput + part.toString()).slice(-4000)
  })
  const closed = once(child, 'close')
  const [line] = await Promise.race([
    once(createInterface(child.stdout), 'line'),
    closed.then(() => Promise.reject(new Error(`rivulet dev exited before it was ready: ${errorOutput}`))),
  ])
  const { url, api } = JSON.parse(String(line)) as { url: string; api: string }
  const stop = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await closed
  }
  return { url, api, stop, readErrorOutput: () => errorOutput }
}
