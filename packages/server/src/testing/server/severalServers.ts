import { randomBytes } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { readConfig } from '#config'
import { start } from '#server/start'
import { openPostgres } from '#store/postgres/open'
import { patience } from '#testing/database/databases'
import { testKeys } from '#testing/database/keys'
import { postgres } from '#testing/database/postgres'
import { workspaceFile } from '#testing/workspace/workspace'

interface Options {
  /** The address of Redis, if they have a bus. */
  bus?: string
  file?: string
  /** How long a call waits for the bus, milliseconds; long enough for a busy machine by default. */
  busPatienceMs?: number
}

/** A PostgreSQL schema on which several servers can be started. They stop with their test. */
export function createSharedDatabase() {
  const schema = `${process.env['TEST_SCHEMAS']}_${randomBytes(6).toString('hex')}`
  return { schema, startServer }

  async function startServer({ bus, file, busPatienceMs = patience }: Options = {}) {
    const notices: string[] = []
    const unexpectedErrors: unknown[] = []
    const running = await start({
      config: { ...readConfig({ port: 0, data: ':memory:', bus, socket_lifetime: '1m' }, {}), metrics: 'open' },
      dev: true,
      workspace: workspaceFile(file),
      store: await openPostgres(postgres ?? '', { schema, keys: testKeys, patience }),
      busPatienceMs,
      onNotice: (words) => notices.push(words),
      onUnexpectedError: (error) => unexpectedErrors.push(error),
    })
    let ended: Promise<void> | undefined
    const stop = () => (ended ??= running.stop())
    onTestFinished(stop)
    return { ...running, notices, unexpectedErrors, stop, call, act, signIn, metric }

    async function call(method: string, args: Record<string, string> = {}, token = 'xoxb-acme-scout') {
      const response = await fetch(`${running.url}/api/${method}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: new URLSearchParams(args),
      })
      const body = (await response.json()) as Record<string, any>
      return { status: response.status, retryAfter: response.headers.get('retry-after'), body }
    }
    /** What Ana does through the control API. */
    async function act(verb: string, body: object): Promise<Record<string, any>> {
      const response = await postJson(`/control/${verb}`, { team: 'T0ACME', user: 'U0ANA', ...body })
      return (await response.json()) as Record<string, any>
    }
    /** Returns the status of the answer. */
    async function signIn(body: { email: string; password: string }): Promise<number> {
      return (await postJson('/session', body)).status
    }
    function postJson(path: string, body: object) {
      const headers = { 'content-type': 'application/json' }
      return fetch(running.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    }
    /** The value of a metric without labels. */
    async function metric(name: string): Promise<number> {
      const text = await (await fetch(`${running.url}/metrics`)).text()
      return Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1])
    }
  }
}

export type TestNode = Awaited<ReturnType<ReturnType<typeof createSharedDatabase>['startServer']>>
