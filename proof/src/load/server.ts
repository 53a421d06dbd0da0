import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { endWithThis } from './children.ts'
import { textField } from './untypedFields.ts'
import { workspaceFile } from './workspace.ts'

export interface Server {
  api: string
  /** The data directory. */
  data: string
  pid: number
  /** From the start of the process to its ready line, in milliseconds. */
  readyMs: number
  /** Kills it without warning and waits until it is gone. */
  kill(): Promise<void>
  /** Asks it to stop. Resolves as `exited` does. */
  stop(): Promise<number | string>
  /** Resolves with the exit code or the name of the signal. */
  exited: Promise<number | string>
  /** Returns the end of what it wrote to standard error. */
  readErrorOutput(): string
}

/** How long a server may take to start, on a machine that has much else to do. */
const defaultReadyMs = 60_000

/** `PROOF_SERVER` selects another build, or a server that is broken on purpose. */
export const serverProgram =
  process.env['PROOF_SERVER'] ?? join(import.meta.dirname, '..', '..', '..', 'node_modules', '.bin', 'rivulet')

export interface ServerOptions {
  env?: Record<string, string>
  /** `dev` if absent. */
  command?: 'dev' | 'serve'
  flags?: readonly string[]
  /** What the command begins with, such as a program that runs it elsewhere. */
  before?: readonly string[]
  /** The text of the workspace file; that of the proofs if absent. */
  workspace?: string
  /** How long it may take to start, in milliseconds; a minute if absent. */
  readyMs?: number
}

/** Starts the server on `home/data`. */
export async function startServer(home: string, options: ServerOptions = {}): Promise<Server> {
  const { env = {}, command = 'dev', flags = [], before = [], readyMs = defaultReadyMs } = options
  const workspace = join(home, 'workspace.yaml')
  await mkdir(join(home, 'data'), { recursive: true })
  await writeFile(workspace, options.workspace ?? workspaceFile)

  const started = performance.now()
  const data = join(home, 'data')
  const args = [command, '--port', '0', '--data', data, '--workspace', workspace, '--json', ...flags]
  const [program = serverProgram, ...programArgs] = [...before, serverProgram, ...args]
  const child = endWithThis(
    spawn(program, programArgs, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] }),
  )
  let errorOutput = ''
  child.stderr.on('data', (part: Buffer) => {
    errorOutput = (errorOutput + part.toString()).slice(-4000)
  })
  const exited = new Promise<number | string>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => resolve(code ?? signal ?? 'gone'))
  })

  const ready = once(createInterface(child.stdout), 'line').then(([line]) => String(line))
  const timeout = AbortSignal.timeout(readyMs)
  const line = await Promise.race([
    ready,
    exited.then((how) => Promise.reject(new Error(`the server exited (${how}) before it was ready: ${errorOutput}`))),
    once(timeout, 'abort').then(() =>
      Promise.reject(new Error(`the server was not ready in ${readyMs / 1000} s: ${errorOutput}`)),
    ),
  ]).catch((error: unknown) => {
    child.kill('SIGKILL')
    throw error
  })

  return {
    api: textField(JSON.parse(line), 'api'),
    data,
    pid: child.pid ?? 0,
    readyMs: performance.now() - started,
    exited,
    readErrorOutput: () => errorOutput,
    stop() {
      child.kill('SIGTERM')
      return exited
    },
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}
