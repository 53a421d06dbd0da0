import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { textField } from './fields.ts'
import { type Channels, workspaceFile } from './workspace.ts'

export interface Server {
  pid: number
  url: string
  /** From the start of the process to its ready line. */
  readyMs: number
  stop(): Promise<void>
}

/** `BENCH_SERVER` puts another build in its place. */
const command = process.env['BENCH_SERVER'] ?? join(import.meta.dirname, '..', '..', 'node_modules', '.bin', 'rivulet')

/** Starts the real server on `data`. */
export async function startServer(
  data: string,
  env: Record<string, string> = {},
  file = workspaceFile(false),
): Promise<Server> {
  await mkdir(data, { recursive: true })
  const workspace = join(data, '..', 'workspace.yaml')
  await writeFile(workspace, file)
  return start(command, ['serve', '--port', '0', '--data', data, '--workspace', workspace, '--json'], env)
}

/** As `startServer`, for benches with viewers. */
export function startWatchable(data: string, channels?: Channels): Promise<Server> {
  return startServer(data, {}, workspaceFile(true, channels))
}

/** Starts the bare server that answers every call with this. */
export function startBare(answer: { headers: string[]; body: string }): Promise<Server> {
  return start(process.execPath, [join(import.meta.dirname, 'bare.ts'), JSON.stringify(answer)])
}

/** Starts the bare server that sends a text of so many bytes to all, for each call. */
export function startBareFanOut(size: number): Promise<Server> {
  return start(process.execPath, [join(import.meta.dirname, 'bareFanOut.ts'), String(size)])
}

async function start(file: string, args: string[], env: Record<string, string> = {}): Promise<Server> {
  const started = performance.now()
  const child = spawn(file, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  let complaints = ''
  child.stderr.on('data', (part: Buffer) => {
    complaints = (complaints + part.toString()).slice(-4000)
  })
  const closed = once(child, 'close')
  const [line] = await Promise.race([
    once(createInterface(child.stdout), 'line'),
    closed.then(() => Promise.reject(new Error(`${file} ended before it was ready: ${complaints}`))),
  ])
  const readyMs = performance.now() - started
  if (child.pid === undefined) throw new Error(`${file} has no process`)
  return {
    pid: child.pid,
    url: textField(JSON.parse(String(line)), 'url'),
    readyMs,
    async stop() {
      child.kill('SIGTERM')
      await closed
    },
  }
}

/** A directory of its own, gone afterwards. */
export async function withHome<T>(use: (home: string) => Promise<T>): Promise<T> {
  const home = await mkdtemp(join(tmpdir(), 'rivulet-bench-'))
  try {
    return await use(home)
  } finally {
    await rm(home, { recursive: true })
  }
}
