import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFailed, onTestFinished } from 'vitest'
import { repository, spawnServer } from './servers/spawnServer.ts'

export interface Server {
  url: string
  api: string
  /** The directory with its data. */
  data: string
  /** Stops it with SIGTERM, as an operator does. */
  stop: () => Promise<void>
  /** Kills it without warning. */
  crash: () => Promise<void>
  /** Starts it again with the same data and port. `program`: the `rivulet` of another build. */
  restart: (program?: string) => Promise<void>
}

interface ServerOptions {
  /** The workspace file. Without it, the server has the demo workspace. */
  workspace?: string | undefined
  /** A database that other tests used. It is reset to the workspace. Without it, SQLite in the data directory is used. */
  store?: string | undefined
}

export const workspaceFile = join(repository, 'compat', 'workspace.yaml')

/** Starts a server with the apps of `apps.workspace.yaml`. One of them receives events over HTTP at this local port. */
export async function startAppServer(port = 9): Promise<Server> {
  const home = await mkdtemp(join(tmpdir(), 'rivulet-apps-'))
  onTestFinished(() => rm(home, { recursive: true }))
  const text = await readFile(join(repository, 'compat', 'apps.workspace.yaml'), 'utf8')
  const workspace = join(home, 'apps.yaml')
  await writeFile(workspace, text.replaceAll(':PORT', `:${port}`))
  return startServer({ workspace })
}

/** Starts a server with as many more channels, `room-00` and so on, which nobody whom the tests play is in. */
export async function startServerWithRooms(count: number): Promise<Server> {
  const home = await mkdtemp(join(tmpdir(), 'rivulet-rooms-'))
  onTestFinished(() => rm(home, { recursive: true }))
  const numbers = Array.from({ length: count }, (_, n) => String(n).padStart(2, '0'))
  const rooms = numbers.map((n) => `      - { id: C0ROOM${n}, name: room-${n}, members: [A0SCOUT] }\n`)
  const text = await readFile(workspaceFile, 'utf8')
  const workspace = join(home, 'rooms.yaml')
  await writeFile(workspace, text.replace('    channels:\n', `    channels:\n${rooms.join('')}`))
  return startServer({ workspace })
}

/** Starts a server in which `help-desk` is closed for new messages. The last one is Ana's: `It is out`. */
export async function startServerWithClosedChannel(posting: 'read_only' | 'threads_only'): Promise<Server> {
  const home = await mkdtemp(join(tmpdir(), 'rivulet-closed-'))
  onTestFinished(() => rm(home, { recursive: true }))
  const message = `      - { channel: C0HELP, user: U0ANA, ts: '1767225609.000100', text: It is out }\n`
  const text = await readFile(workspaceFile, 'utf8')
  const workspace = join(home, 'closed.yaml')
  const closed = text.replace('name: help-desk,', `name: help-desk, posting: ${posting},`)
  await writeFile(workspace, closed.replace('    messages:\n', `    messages:\n${message}`))
  return startServer({ workspace })
}

/** Starts a server with two more people, of one name: `@alex` and `@akim`. */
export async function startServerWithNamesakes(): Promise<Server> {
  const home = await mkdtemp(join(tmpdir(), 'rivulet-names-'))
  onTestFinished(() => rm(home, { recursive: true }))
  const namesakes = [
    '{ id: U0KIMA, name: alex, real_name: Alex Kim }',
    '{ id: U0KIMB, name: akim, real_name: Alex Kim }',
  ]
  const text = await readFile(workspaceFile, 'utf8')
  const workspace = join(home, 'names.yaml')
  const lines = namesakes.map((person) => `      - ${person}\n`).join('')
  await writeFile(workspace, text.replace('    usergroups:', `${lines}    usergroups:`))
  return startServer({ workspace })
}

/** Starts a server with the apps of `bots.workspace.yaml`, for frameworks that others wrote. */
export function startBotServer(): Promise<Server> {
  return startServer({ workspace: join(repository, 'compat', 'bots.workspace.yaml') })
}

/** Returns a port that nobody uses, and that the system gives to nobody who asks for just any port. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 20_000)
    const listener = createServer().listen(port, '127.0.0.1')
    const isFree = await once(listener, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    await new Promise((done) => listener.close(done))
    return port
  }
}

/** Runs the real command on a free port with a data directory of its own, until the test is finished. */
export async function startServer(options: ServerOptions = { workspace: workspaceFile }): Promise<Server> {
  const home = await mkdtemp(join(tmpdir(), 'rivulet-compat-'))
  const { workspace, store } = options
  const data = join(home, 'data')
  const flags = ['--data', data]
  if (workspace) flags.push('--workspace', workspace)
  // Every server on the database needs the key of the first one.
  await writeFile(join(home, 'key'), Buffer.alloc(32, 'test').toString('base64url'))
  if (store) flags.push('--store', store, '--key', join(home, 'key'))
  let running = await spawnServer(['--port', '0', ...flags])
  onTestFailed(() => void process.stderr.write(running.readErrorOutput()))
  onTestFinished(async () => {
    await running.stop('SIGTERM')
    await rm(home, { recursive: true })
  })
  const { url, api } = running
  if (store) await fetch(`${url}/control/reset`, { method: 'POST' })
  return {
    url,
    api,
    data,
    stop: () => running.stop('SIGTERM'),
    crash: () => running.stop('SIGKILL'),
    async restart(program) {
      running = await spawnServer(['--port', new URL(url).port, ...flags], program)
    },
  }
}
