import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { textField } from './untypedFields.ts'
import { workspaceFile } from './workspace.ts'

export interface Server {
  api: string
  /** From the start of the process to its ready line, in milliseconds. */
  readyMs: number
  /** Kills it without warning and waits until it is gone. */
  kill(): Promise<void>
  /** Resolves with the exit code or the name of the signal. */
  exited: Promise<number | string>
  /** Returns the end of what it wrote to standard error. */
  readErrorOutput(): string
}

/** `PROOF_SERVER` selects another build, or a server that is broken on purpose. */
const command =
  process.env['PROOF_SERVER'] ?? join(import.meta.dirname, '..', '..', '..', 'node_modules', '.bin', 'rivulet')

/** Starts the server on `home/data` with the workspace of the proofs. */
export async function startServer(home: string, env: Record<string, string> = {}): Promise<Server> {
  const workspace = join(home, 'workspace.yaml')
  await mkdir(join(home, 'data'), { recursive: true })
  await writeFile(workspace, workspaceFile)

  const started = performance.now()
  const data = join(home, 'data')
  const child = spawn(command, ['dev', '--port', '0', '--data', data, '--workspace', workspace, '--json'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let errorOutput = ''
  child.stderr.on('data', (part: Buffer) => {
    errorOutput = (errorOutput + part.toString()).slice(-4000)
  })
  const exited = new Promise<number | string>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => resolve(code ?? signal ?? 'gone'))
  })

  const ready = once(createInterface(child.stdout), 'line').then(([line]) => String(line))
  const timeout = AbortSignal.timeout(20_000)
  const line = await Promise.race([
    ready,
    exited.then((how) => Promise.reject(new Error(`the server exited (${how}) before it was ready: ${errorOutput}`))),
    once(timeout, 'abort').then(() => Promise.reject(new Error(`the server was not ready in 20 s: ${errorOutput}`))),
  ])

  return {
    api: textField(JSON.parse(line), 'api'),
    readyMs: performance.now() - started,
    exited,
    readErrorOutput: () => errorOutput,
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}
