import { onTestFinished, vi } from 'vitest'
import { run } from '#cli/command'

class Exit extends Error {
  readonly code: number

  constructor(code: number) {
    super(`exit ${code}`)
    this.code = code
  }
}

/** The variables of the environment that commands read. */
const variables = ['RIVULET_URL', 'RIVULET_TOKEN', 'SLACK_BOT_TOKEN', 'NO_COLOR']

/**
 * Runs a command in this process, which takes a moment where a process of its own takes a second. Returns what it wrote to
 * standard output, and its exit code.
 */
export async function runInProcess(args: string[], env: Record<string, string> = {}) {
  const before = { argv: process.argv, umask: process.umask(), env: { ...process.env } }
  let out = ''
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((out += String(text))))
  const writeError = vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
  const exit = vi.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Exit(Number(code ?? 0))
  })
  onTestFinished(restore)
  process.argv = ['node', 'rivulet', ...args]
  process.exitCode = undefined
  for (const name of variables) delete process.env[name]
  Object.assign(process.env, env)
  try {
    await run(process.argv)
    return { code: Number(process.exitCode ?? 0), out }
  } catch (error) {
    if (!(error instanceof Exit)) throw error
    return { code: error.code, out }
  } finally {
    restore()
  }

  function restore() {
    for (const spy of [write, writeError, exit]) spy.mockRestore()
    process.argv = before.argv
    process.exitCode = undefined
    process.umask(before.umask)
    for (const name of variables) delete process.env[name]
    for (const name of variables) if (before.env[name] !== undefined) process.env[name] = before.env[name]
  }
}
