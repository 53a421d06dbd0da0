import { WrongUsage } from '#cli/terminal/failure'
import { parseJson, readAnswer, type Reply } from './answer.ts'

/** A development server, as commands reach it: over HTTP. */
export class DevelopmentServer {
  readonly url: string
  readonly #instead: string

  /** `instead` says what to do if the server turns out to be none for development. */
  constructor(url: string, instead = 'Name one that was started with `rivulet dev`.') {
    this.url = url
    this.#instead = instead
  }

  async get<T>(path: string, signal?: AbortSignal): Promise<T> {
    return readAnswer(await this.#ask(path, signal ? { signal } : {}))
  }

  async post<T>(path: string, body: object): Promise<T> {
    const headers = { 'content-type': 'application/json' }
    return readAnswer(await this.#ask(path, { method: 'POST', headers, body: JSON.stringify(body) }))
  }

  /** Calls a method of the Web API. Returns its answer, whatever that is. */
  async call(method: string, args: object, token: string | undefined): Promise<Answer> {
    const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const headers = { 'content-type': 'application/json; charset=utf-8', ...authorization }
    const path = `/api/${encodeURIComponent(method)}`
    const response = await this.open(path, { method: 'POST', headers, body: JSON.stringify(args) })
    const answer: unknown = parseJson(await response.text())
    if (isAnswer(answer)) return answer
    throw new Error(`${this.url} answered ${method} with ${response.status} and no JSON: is it a Rivulet server?`)
  }

  async open(path: string, init: RequestInit): Promise<Response> {
    return fetch(new URL(path, this.url), { redirect: 'error', ...init }).catch((error: unknown) => {
      if (init.signal?.aborted) throw error
      throw new Error(`No server answers at ${this.url}: ${reasonOf(error)}. Start one with \`rivulet dev\`.`)
    })
  }

  /** Asks the control API. Its own 404 is a refusal in JSON; any other server has no such page. */
  async #ask(path: string, init: RequestInit): Promise<Reply> {
    const response = await this.open(path, init)
    const reply = { status: response.status, text: await response.text() }
    const isOfControlApi = Reflect.get(Object(parseJson(reply.text)), 'ok') === false
    if (reply.status === 404 && !isOfControlApi)
      throw new Error(`${this.url} is not a development server. ${this.#instead}`)
    return reply
  }
}

/** An answer of the Web API. */
export type Answer = Record<string, unknown> & { ok: boolean; error?: string }

function isAnswer(value: unknown): value is Answer {
  return typeof Reflect.get(Object(value), 'ok') === 'boolean'
}

/** The address without a path, for `from`: the flag or variable that gave it. Throws `WrongUsage` if it is none. */
export function toOrigin(url: string, from: string): string {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return new URL(url).origin
  throw new WrongUsage(`${from} needs to be an address like http://127.0.0.1:7070; it is ${JSON.stringify(url)}.`)
}

/** `fetch` itself says no more than that it failed. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  if (code === 'ECONNREFUSED') return 'the connection was refused'
  return cause instanceof Error ? cause.message || code : String(cause)
}
