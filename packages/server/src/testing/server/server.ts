import { connect } from 'node:net'
import { TestRunner } from 'vitest'
import { type Config, readConfig } from '#config'
import { type RunningServer, start } from '#server/start'
import type { Clock } from '#store/clock'
import type { Store } from '#store/db'
import { expectDeclaredAnswer } from './declaredAnswer.ts'
import { workspaceFile } from '#testing/workspace/workspace'

export interface ServerOptions {
  /** Whether it runs in development; true by default. */
  dev?: boolean
  file?: string
  /** The data directory; in memory by default. */
  data?: string
  public_url?: string
  metrics?: Config['metrics']
  trusted_proxies?: string[]
  clock?: Clock
  /** An open store, which the server closes, in place of `data`. */
  store?: Store
  /** Other settings, as flags. */
  settings?: Record<string, unknown>
}

/** Starts the whole server on a free port: pages, control API, feed. It stops with its test; outside of one, call `end`. */
export async function startServer({
  dev = true,
  file,
  data = ':memory:',
  public_url,
  metrics = 'open',
  trusted_proxies = [],
  clock,
  store,
  settings = {},
}: ServerOptions = {}) {
  const unexpectedErrors: unknown[] = []
  const notices: string[] = []
  let ended: Promise<void> | undefined
  const running: RunningServer = await start({
    config: { ...readConfig({ port: 0, data, public_url, ...settings }, {}), metrics, trusted_proxies },
    ...(clock ? { clock } : {}),
    ...(store ? { store } : {}),
    dev,
    workspace: workspaceFile(file),
    onNotice: (words) => notices.push(words),
    onUnexpectedError: (error) => unexpectedErrors.push(error),
  })
  TestRunner.getCurrentTest()?.context.onTestFinished(end)
  const { url } = running
  return {
    ...running,
    unexpectedErrors,
    notices,
    request,
    sendRaw: (text: string | Buffer, options?: RawOptions) => raw(Number(new URL(url).port), text, options),
    end,
  }

  /** Sends a request with JSON as `curl` would, without Origin and cookie unless they are given. */
  async function request(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const response = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const json = response.headers.get('content-type')?.startsWith('application/json')
    const answer = json ? (JSON.parse(text) as Record<string, any>) : {}
    if (path.startsWith('/control/') && dev) expectDeclaredAnswer(method, path, response.status, answer)
    return { status: response.status, headers: response.headers, text, body: answer }
  }

  /** May be called more than once. */
  function end(): Promise<void> {
    return (ended ??= running.stop())
  }
}

interface RawOptions {
  /** Ends the client's side after this many milliseconds. */
  endAfter?: number
}

/** Writes bytes to a socket. Returns everything that the server sends until it closes. */
function raw(port: number, bytes: string | Buffer, { endAfter }: RawOptions = {}): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  let answer = ''
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text))
  socket.on('end', () => {
    socket.end()
    resolve(answer)
  })
  socket.on('error', reject)
  socket.write(bytes)
  if (endAfter !== undefined) setTimeout(() => socket.end(), endAfter)
  return promise
}
