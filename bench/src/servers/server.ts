import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { numberField, textField } from '#measure/untypedFields'
import { type Channels, createWorkspaceFile, type OtherTeam } from './workspace.ts'

export interface Server {
  pid: number
  url: string
  /** From the start of the process to its ready line, in milliseconds. */
  readyMs: number
  /** Collects the garbage of a server that was started with `collectsGarbage`. Resolves with the bytes left in its heap. */
  collectGarbage(): Promise<number>
  stop(): Promise<void>
}

/** `BENCH_SERVER` selects another build. */
const command =
  process.env['BENCH_SERVER'] ?? join(import.meta.dirname, '..', '..', '..', 'node_modules', '.bin', 'rivulet')

/** The environment of a server whose garbage can be collected. */
export const collectsGarbage = {
  NODE_OPTIONS: `--expose-gc --import ${pathToFileURL(join(import.meta.dirname, 'collectGarbage.ts')).href}`,
}

/** Starts the real server on the data directory `data`. */
export async function startServer(
  data: string,
  env: Record<string, string> = {},
  file = createWorkspaceFile(false),
): Promise<Server> {
  await mkdir(data, { recursive: true })
  const workspace = join(data, '..', 'workspace.yaml')
  await writeFile(workspace, file)
  return spawnServer(command, ['serve', '--port', '0', '--data', data, '--workspace', workspace, '--json'], env)
}

/** Like `startServer`, on an empty PostgreSQL database. */
export async function startServerOnPostgres(data: string, url: string): Promise<Server> {
  await mkdir(data, { recursive: true })
  return startServer(data, { RIVULET_STORE: url, RIVULET_KEY: join(data, 'key') })
}

/** Starts a node of several on one PostgreSQL database and one Redis, with people who can sign in. */
export async function startNode(
  directory: string,
  name: string,
  { store, bus, channels, others }: { store: string; bus: string; channels: Channels; others: readonly OtherTeam[] },
): Promise<Server> {
  const env = { RIVULET_STORE: store, RIVULET_BUS: bus, RIVULET_KEY: join(directory, 'key') }
  return startServer(join(directory, name, 'data'), env, createWorkspaceFile(true, channels, others))
}

/** Like `startServer`, with people who can sign in. */
export function startServerForViewers(
  data: string,
  channels?: Channels,
  env: Record<string, string> = {},
): Promise<Server> {
  return startServer(data, env, createWorkspaceFile(true, channels))
}

/** Starts the bare server that gives every call this answer. */
export function startBareServer(answer: { headers: string[]; body: string }): Promise<Server> {
  return spawnServer(process.execPath, [join(import.meta.dirname, 'bareHttp.ts'), JSON.stringify(answer)])
}

/** Starts the bare server that sends a text of `size` bytes to all viewers at each call. */
export function startBareFanOutServer(size: number): Promise<Server> {
  return spawnServer(process.execPath, [join(import.meta.dirname, 'bareFanOut.ts'), String(size)])
}

async function spawnServer(file: string, args: string[], env: Record<string, string> = {}): Promise<Server> {
  const started = performance.now()
  const child = spawn(file, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  let errorOutput = ''
  child.stderr.on('data', (part: Buffer) => {
    errorOutput = (errorOutput + part.toString()).slice(-4000)
  })
  const closed = once(child, 'close')
  const lines = createInterface(child.stdout)
  const [line] = await Promise.race([
    once(lines, 'line'),
    closed.then(() => Promise.reject(new Error(`${file} exited before it was ready: ${errorOutput}`))),
  ])
  const readyMs = performance.now() - started
  if (errorOutput.includes('newer than the build')) {
    child.kill()
    await closed
    throw new Error('The build is older than the sources: npm run build')
  }
  if (child.pid === undefined) throw new Error(`${file} has no process`)
  return {
    pid: child.pid,
    url: textField(JSON.parse(String(line)), 'url'),
    readyMs,
    async collectGarbage() {
      const answered = once(lines, 'line')
      child.kill('SIGUSR2')
      return numberField(JSON.parse(String((await answered)[0])), 'heapUsed')
    },
    async stop() {
      child.kill('SIGTERM')
      await closed
    },
  }
}

/** Runs something with a new directory, which is removed afterwards. */
export async function withTemporaryDirectory<T>(run: (directory: string) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), 'rivulet-bench-'))
  try {
    return await run(directory)
  } finally {
    await rm(directory, { recursive: true })
  }
}
