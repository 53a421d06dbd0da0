import { resolve } from 'node:path'
import { readConfig } from '#config'
import { Refused, WrongUsage } from '#cli/terminal/failure'
import { findRunning } from '#server/diagnosis/findRunning'

/** The flags that say which development server a command is for. */
export interface Place {
  url?: string | undefined
  settings: Record<string, unknown>
}

/** How long a server that was not named may take to say that it is there. */
const probeMs = 1000

/** A development server, as commands use it. */
export class DevelopmentServer {
  readonly url: string

  constructor(url: string) {
    this.url = url
  }

  get<T>(path: string, signal?: AbortSignal): Promise<T> {
    return this.#ask(path, signal ? { signal } : {})
  }

  post<T>(path: string, body: object): Promise<T> {
    const headers = { 'content-type': 'application/json' }
    return this.#ask(path, { method: 'POST', headers, body: JSON.stringify(body) })
  }

  /** Calls a method of the Web API. Returns its answer, whatever that is. */
  async call(method: string, args: object, token: string | undefined): Promise<Answer> {
    const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const headers = { 'content-type': 'application/json; charset=utf-8', ...authorization }
    const path = `/api/${encodeURIComponent(method)}`
    const response = await this.open(path, { method: 'POST', headers, body: JSON.stringify(args) })
    const text = await response.text()
    const answer: unknown = parseJson(text)
    if (isAnswer(answer)) return answer
    throw new Error(`${this.url} answered ${method} with ${response.status} and no JSON: is it a Rivulet server?`)
  }

  async open(path: string, init: RequestInit): Promise<Response> {
    return fetch(new URL(path, this.url), { redirect: 'error', ...init }).catch((error: unknown) => {
      if (init.signal?.aborted) throw error
      throw new Error(`No server answers at ${this.url}: ${reasonOf(error)}. Start one with \`rivulet dev\`.`)
    })
  }

  async #ask<T>(path: string, init: RequestInit): Promise<T> {
    const response = await this.open(path, init)
    const text = await response.text()
    const answer: (T & { ok?: true }) | { ok: false; error?: string; detail?: string } | undefined = parseJson(text)
    if (answer !== undefined && answer.ok !== false && response.ok) return answer
    if (answer?.ok === false) throw new Refused(answer.error ?? 'failed', answer.detail ?? answer.error ?? text)
    if (response.status === 404) throw new Error(`${this.url} is not a development server: use one of \`rivulet dev\`.`)
    const detail: unknown = Reflect.get(Object(answer), 'detail')
    throw new Error(`${this.url} answered with ${response.status}${typeof detail === 'string' ? `: ${detail}` : ''}.`)
  }
}

/** An answer of the Web API. */
export type Answer = Record<string, unknown> & { ok: boolean; error?: string }

function isAnswer(value: unknown): value is Answer {
  return typeof Reflect.get(Object(value), 'ok') === 'boolean'
}

/**
 * The development server that is named, that holds the data directory, or that answers where one would be. Throws an error
 * that says how to start one.
 */
export async function findServer({ url, settings }: Place): Promise<DevelopmentServer> {
  const named = url ?? (process.env['RIVULET_URL'] || undefined)
  if (named !== undefined) return new DevelopmentServer(toOrigin(named))
  const { data, host, port } = readConfig(settings, process.env)
  const directory = resolve(data)
  const running = data === ':memory:' ? undefined : findRunning(directory)
  if (running?.url !== undefined) {
    if (running.dev && isOfThisMachine(running.url)) return new DevelopmentServer(running.url)
    throw new Error(`The server of ${directory} is none for development: this needs one of \`rivulet dev\`.`)
  }
  const usual = new DevelopmentServer(`http://${host.includes(':') ? `[${host}]` : host}:${port}`)
  const isThere = await usual.get('/control/clock', AbortSignal.timeout(probeMs)).then(
    () => true,
    () => false,
  )
  if (isThere) return usual
  throw new Error(
    `No development server runs on the data in ${directory}, and none answers at ${usual.url}. Start one with \`rivulet dev\`, or name one with --url or RIVULET_URL.`,
  )
}

/** What a directory from elsewhere says must not lead to another machine: tokens of the environment are sent there. */
function isOfThisMachine(url: string): boolean {
  return URL.canParse(url) && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname)
}

function toOrigin(url: string): string {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return new URL(url).origin
  throw new WrongUsage(`--url needs to be an address like http://127.0.0.1:7070; it is ${JSON.stringify(url)}.`)
}

function parseJson(text: string) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** `fetch` itself says no more than that it failed. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  if (code === 'ECONNREFUSED') return 'the connection was refused'
  return cause instanceof Error ? cause.message || code : String(cause)
}
