import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

export const bin = fileURLToPath(new URL('../../../bin/rivulet', import.meta.url))

/** Creates an empty directory, which is removed when the test ends. */
export function createTempDirectory(): string {
  const path = mkdtempSync(join(tmpdir(), 'rivulet-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

interface CommandOptions {
  cwd?: string
  env?: Record<string, string>
  /** A program, with its arguments, that runs the command. */
  under?: string[]
}

/** Runs the command in a directory of its own, without the environment of the test run. It ends with its test. */
export function runCommand(args: string[], { cwd = createTempDirectory(), env = {}, under = [] }: CommandOptions = {}) {
  const { PATH = '', HOME = '' } = process.env
  const [program = bin, ...all] = [...under, bin, ...args]
  const child = spawn(program, all, { cwd, env: { PATH, HOME, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  let [out, err] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text))
  const ended = once(child, 'close').then(([code]: (number | null)[]) => ({ code, out, err }))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  return { child, cwd, ended, ready, output, stop }

  /** The output so far. */
  function output() {
    return { out, err }
  }

  /** Waits for the line of `--json`. */
  async function ready(): Promise<{ ready: boolean; url: string; api: string; pid: number; metrics?: string }> {
    while (!out.includes('\n')) {
      if (child.exitCode !== null) throw new Error(`It ended: ${err}`)
      await Promise.race([once(child.stdout, 'data'), once(child, 'close')])
    }
    return JSON.parse(out.slice(0, out.indexOf('\n')))
  }

  function stop(signal: NodeJS.Signals = 'SIGTERM') {
    child.kill(signal)
    return ended
  }
}
