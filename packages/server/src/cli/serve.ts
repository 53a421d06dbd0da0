import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { type Config, ConfigError, environmentName, flagName, readConfig, readConfigWithSources } from '#config'
import { methods } from '#methods/index'
import type { StartOptions } from '#server/options'
import { type RunningServer, start } from '#server/start'
import type { WorkspaceFile } from '#workspace/declaration'
import { demoWorkspace } from '#workspace/demo'
import { parseWorkspace } from '#workspace/file'
import { banner, loopback } from './banner.ts'
import { ErrorLog, writeErrorOutput } from './errorLog.ts'
import { warnOfUnknownVariables } from './printConfig.ts'
import { printNote, reportFailure } from './report.ts'
import { isWrongUsage } from '#cli/terminal/failure'
import { readTextFile } from './textFile.ts'

/** [OPS-16] How long a start that is told to stop may take to undo what it has begun. What a killed one leaves is undone by the next. */
const undoMs = 9000
/** How long a stopping server waits for calls that are on their way. Longer than the network delay of a call. */
const graceMs = 500

interface ServeOptions {
  dev: boolean
  json: boolean
  flags: Record<string, unknown>
}

/** Runs a server until SIGTERM or SIGINT, then lets every started call finish. */
export async function serve({ dev, json, flags }: ServeOptions): Promise<void> {
  // Output that nobody can take is lost. Without a listener the error would end the process.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
  const stopping = listenForStop()
  const config = orExitAsWrongUsage(() => (dev ? readDevelopmentConfig(flags) : readConfig(flags, process.env)))
  warnOfUnknownVariables()
  const workspace = orExitAsWrongUsage(() => workspaceFor(config, dev))
  const errorLog = new ErrorLog()
  const onUnexpectedError: StartOptions['onUnexpectedError'] = (error, about) => errorLog.log(error, about)
  // What is said at the start is for whoever starts it. Then a collector of logs reads on.
  let onNotice = printNote
  const options: StartOptions = {
    config,
    dev,
    workspace,
    onNotice: (text) => onNotice(text),
    onUnexpectedError,
    stopping,
    graceMs,
  }
  const giveUp = () => setTimeout(() => process.exit(0), undoMs).unref()
  stopping.addEventListener('abort', giveUp)
  // One that is told to stop may fail in other ways first: PostgreSQL does not answer, say. Nobody waits for it any more.
  const running = await start(options).catch((error: unknown) => (stopping.aborted ? process.exit(0) : fail(error)))
  stopping.removeEventListener('abort', giveUp)
  if (json) onNotice = (text) => errorLog.note(text)
  const demo = dev && !config.workspace ? await startDemo(running) : undefined

  void running.store.broken.then((failure) => {
    writeErrorOutput(`rivulet: ${failure.message}. Nothing was acknowledged since; stopping.\n`)
    process.exit(1)
  })
  const stop = () => {
    demo?.stop()
    running
      .stop()
      .finally(() => errorLog.close())
      .then(
        () => process.exit(0),
        (error) => fail(error),
      )
  }
  if (stopping.aborted) return stop()
  stopping.addEventListener('abort', stop)

  // This is printed last, because whoever reads it may stop the server at once.
  if (json) {
    const { public_url } = config
    const ready = { ready: true, url: running.url, api: `${running.url}/api/`, pid: process.pid }
    const metrics = running.metricsUrl === undefined ? {} : { metrics: `${running.metricsUrl}/metrics` }
    const line = { ...ready, ...(public_url === undefined ? {} : { public_url }), ...metrics }
    process.stdout.write(`${JSON.stringify(line)}\n`)
  } else process.stdout.write(banner({ running, dev, workspace, config }))
}

/** Is aborted by SIGTERM or SIGINT, by the first of them. */
function listenForStop(): AbortSignal {
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  process.on('SIGTERM', stop).on('SIGINT', stop)
  return stopping.signal
}

/** [OPS-13] The file may be that of a foreign project, or of a server: what opens a development server has to be said now. */
function readDevelopmentConfig(flags: Record<string, unknown>): Config {
  const { config, from } = readConfigWithSources(flags, process.env)
  const source = from.get('host') ?? ''
  if (!loopback.has(config.host) && ![flagName('host'), environmentName('host')].includes(source))
    throw new ConfigError(
      `${source} is ${JSON.stringify(config.host)}, and whoever reaches a development server can read and do everything. To open it all the same, start it with --host ${config.host}`,
    )
  return config
}

async function startDemo(running: RunningServer) {
  const { DemoAgent } = await import('./demo/agent.ts')
  return new DemoAgent(running)
}

function workspaceFor(config: Config, dev: boolean): WorkspaceFile | undefined {
  const { workspace: path } = config
  if (!path) return dev ? demoWorkspace() : undefined
  const readFile = (name: string) => readFileSync(resolve(dirname(path), name), 'utf8')
  const options = { methods: [...methods.keys()], readFile, onWarning: printNote }
  return parseWorkspace(readTextFile(path, 'workspace file'), path, options)
}

function orExitAsWrongUsage<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (isWrongUsage(error)) fail(error)
    throw error
  }
}

function fail(error: unknown): never {
  process.exit(reportFailure(error))
}
