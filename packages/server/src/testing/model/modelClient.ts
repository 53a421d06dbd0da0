import { expect } from 'vitest'
import { type App, apps } from './commands.ts'
import { type CrashableServer, tokens } from './crashableServer.ts'

export interface Answer {
  ok: boolean
  error?: string
  ts?: string
}

/** The apps that call the server. It remembers successful calls, to repeat them with the same idempotency key. */
export function createModelClient(server: CrashableServer, keyPrefix: string) {
  const calls: { app: App; method: string; args: object; key: string; body: string }[] = []
  let keys = 0
  return { call, send, repeat, nextKey }

  function nextKey(): string {
    return `${keyPrefix} ${++keys}`
  }

  async function call(app: App, method: string, args: object): Promise<Answer> {
    const key = nextKey()
    const body = await send(app, method, args, key)
    const answer: Answer = JSON.parse(body)
    if (answer.ok) calls.push({ app, method, args, key, body })
    return answer
  }

  /** Repeats an earlier call, counted from the newest, and expects the same bytes, or of a deleted message what remains [REP-4]. */
  async function repeat(back: number, isDeleted: (ts: string) => boolean): Promise<void> {
    const before = calls.at(-1 - back)
    if (!before) return
    const body = await send(before.app, before.method, before.args, before.key)
    const { ts = '' }: Answer = JSON.parse(before.body)
    if (isDeleted(ts)) expect(JSON.parse(body)).toEqual(withoutWords(JSON.parse(before.body)))
    else expect(body).toBe(before.body)
  }

  async function send(app: string, method: string, args: object, key: string): Promise<string> {
    const response = await fetch(`${server.url}/api/${method}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${tokens[toApp(app)]}`,
        'content-type': 'application/json; charset=utf-8',
        'idempotency-key': key,
      },
      body: JSON.stringify(args),
    })
    return response.text()
  }
}

const remaining = ['type', 'subtype', 'user', 'bot_id', 'team', 'ts', 'thread_ts']

function withoutWords(answer: { text?: string; message?: object }): object {
  const { message } = answer
  const kept = Object.entries(message ?? {}).filter(([name]) => remaining.includes(name))
  return {
    ...answer,
    ...(answer.text === undefined ? {} : { text: '' }),
    ...(message && { message: { ...Object.fromEntries(kept), text: '', blocks: [] } }),
  }
}

export function otherApp(app: string): App {
  return app === apps[0] ? apps[1] : apps[0]
}

export function toApp(app: string): App {
  return app === apps[0] ? apps[0] : apps[1]
}
