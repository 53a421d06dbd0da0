import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { type Config, ConfigError, readConfig } from '#config'
import { methods } from '#methods/index'
import { type RunningServer, start } from '#server/start'
import type { WorkspaceFile } from '#workspace/declaration'
import { demoWorkspace } from '#workspace/demo'
import { DocumentError } from '#documents/documentError'
import { parseWorkspace } from '#workspace/file'
import { banner } from './banner.ts'
import { logUnexpectedError } from './errorLog.ts'
import { readTextFile } from './textFile.ts'

/** How long a stopping server waits for calls that are on their way. Longer than the network delay of a call. */
const graceMs = 500

interface ServeOptions {
  dev: boolean
  json: boolean
  flags: Record<string, unknown>
}

/** Runs a server until SIGTERM or SIGINT, then lets every started call finish. */
export async function serve({ dev, json, flags }: ServeOptions): Promise<void> {
  const config = orExit(2, () => readConfig(flags, process.env))
  const workspace = orExit(2, () => workspaceFor(config, dev))
  const running = await start({ config, dev, workspace, onUnexpectedError: logUnexpectedError, graceMs }).catch(fail)
  const demo = dev && !config.workspace ? await startDemo(running) : undefined

  void running.store.broken.then((failure) => {
    process.stderr.write(`rivulet: ${failure.message}. Nothing was acknowledged since; stopping.\n`)
    process.exit(1)
  })
  let isStopping = false
  const stop = () => {
    if (isStopping) return
    isStopping = true
    demo?.stop()
    running.stop().then(
      () => process.exit(0),
      (error) => fail(error),
    )
  }
  process.on('SIGTERM', stop).on('SIGINT', stop)

  // This is printed last, because whoever reads it may stop the server at once.
  if (json) {
    const ready = { ready: true, url: running.url, api: `${running.url}/api/`, pid: process.pid }
    process.stdout.write(`${JSON.stringify(ready)}\n`)
  } else process.stdout.write(banner({ running, dev, workspace, config }))
}

async function startDemo(running: RunningServer) {
  const { DemoAgent } = await import('./demo/agent.ts')
  return new DemoAgent(running)
}

function workspaceFor(config: Config, dev: boolean): WorkspaceFile | undefined {
  const { workspace: path } = config
  if (!path) return dev ? demoWorkspace() : undefined
  const readFile = (name: string) => readFileSync(resolve(dirname(path), name), 'utf8')
  const onWarning = (warning: string) => process.stderr.write(`rivulet: ${warning}\n`)
  const options = { methods: [...methods.keys()], readFile, onWarning }
  return parseWorkspace(readTextFile(path, 'workspace file'), path, options)
}

function orExit<T>(code: number, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof ConfigError || error instanceof DocumentError) fail(error, code)
    throw error
  }
}

function fail(error: unknown, code = 1): never {
  process.stderr.write(`rivulet: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(code)
}
