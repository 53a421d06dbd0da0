import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { textField } from './untypedFields.ts'
import { workspaceFile } from './workspace.ts'

export interface Server {
  api: string
  /** From the start of the process to its ready line. */
  readyMs: number
  /** Ends it without warning and waits until it is gone. */
  kill(): Promise<void>
  /** Resolves with the exit code, or the signal's name. */
  exited: Promise<number | string>
  /** The last of what it wrote to standard error. */
  complaints(): string
}

/** `PROOF_SERVER` puts another build, or something broken on purpose, in its place. */
const command = process.env['PROOF_SERVER'] ?? join(import.meta.dirname, '..', '..', '..', 'node_modules', '.bin', 'rivulet')

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
  let complaints = ''
  child.stderr.on('data', (part: Buffer) => {
    complaints = (complaints + part.toString()).slice(-4000)
  })
  const exited = new Promise<number | string>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => resolve(code ?? signal ?? 'gone'))
  })

  const ready = once(createInterface(child.stdout), 'line').then(([line]) => String(line))
  const overdue = AbortSignal.timeout(20_000)
  const line = await Promise.race([
    ready,
    exited.then((how) => Promise.reject(new Error(`the server ended (${how}) before it was ready: ${complaints}`))),
    once(overdue, 'abort').then(() => Promise.reject(new Error(`the server was not ready in 20 s: ${complaints}`))),
  ])

  return {
    api: textField(JSON.parse(line), 'api'),
    readyMs: performance.now() - started,
    exited,
    complaints: () => complaints,
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}
