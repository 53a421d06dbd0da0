import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { onTestFailed, onTestFinished } from 'vitest'

export interface Server {
  url: string
  api: string
  /** Ends it as an operator does. */
  end: () => Promise<void>
  /** Ends it without warning. */
  crash: () => Promise<void>
  /** Starts it again, on the same data and port. */
  restart: () => Promise<void>
}

interface Options {
  /** None: the demo workspace. */
  workspace?: string | undefined
  /** A database that others used before: it is put back to the workspace. None: SQLite in the data directory. */
  store?: string | undefined
}

export const repository = join(import.meta.dirname, '..', '..', '..')
export const command = join(repository, 'node_modules', '.bin', 'rivulet')
export const workspaceFile = join(repository, 'compat', 'workspace.yaml')

/** One with the apps of `apps.workspace.yaml`, of which one is posted to at a port of this machine. */
export async function anAppServer(port = 9): Promise<Server> {
  const home = await mkdtemp(join(tmpdir(), 'rivulet-apps-'))
  onTestFinished(() => rm(home, { recursive: true }))
  const text = await readFile(join(repository, 'compat', 'apps.workspace.yaml'), 'utf8')
  const workspace = join(home, 'apps.yaml')
  await writeFile(workspace, text.replaceAll(':PORT', `:${port}`))
  return aServer({ workspace })
}

/** One that was free a moment ago. */
export async function aFreePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()
  await new Promise((done) => listener.close(done))
  if (address === null || typeof address === 'string') throw new Error('There is no free port.')
  return address.port
}

/** The real command on a free port with a data directory of its own, until the test is finished. */
export async function aServer(options: Options = { workspace: workspaceFile }): Promise<Server> {
  const home = await mkdtemp(join(tmpdir(), 'rivulet-compat-'))
  const { workspace, store } = options
  const flags = ['--data', join(home, 'data')]
  if (workspace) flags.push('--workspace', workspace)
  if (store) flags.push('--store', store)
  let running = await started(['--port', '0', ...flags])
  onTestFinished(async () => {
    await running.end('SIGTERM')
    await rm(home, { recursive: true })
  })
  const { url, api } = running
  if (store) await fetch(`${url}/control/reset`, { method: 'POST' })
  return {
    url,
    api,
    end: () => running.end('SIGTERM'),
    crash: () => running.end('SIGKILL'),
    async restart() {
      running = await started(['--port', new URL(url).port, ...flags])
    },
  }
}

async function started(flags: string[]) {
  const child = spawn(command, ['dev', '--json', ...flags], { stdio: ['ignore', 'pipe', 'pipe'] })
  let complaints = ''
  child.stderr.on('data', (part: Buffer) => {
    complaints = (complaints + part.toString()).slice(-4000)
  })
  onTestFailed(() => void process.stderr.write(complaints))
  const closed = once(child, 'close')
  const [line] = await Promise.race([
    once(createInterface(child.stdout), 'line'),
    closed.then(() => Promise.reject(new Error(`rivulet dev ended before it was ready: ${complaints}`))),
  ])
  const { url, api } = JSON.parse(String(line)) as { url: string; api: string }
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await closed
  }
  return { url, api, end }
}
