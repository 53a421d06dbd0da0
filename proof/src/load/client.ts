import http from 'node:http'
import { field } from './untypedFields.ts'

export interface Answer {
  ok: boolean
  /** Empty when `ok`. */
  error: string
  body: unknown
  /** The server could not be used, and nobody knows whether the call took effect. */
  isUncertain: boolean
}

interface Response {
  status: number
  retryAfter: string | undefined
  text: string
}

export interface ClientOptions {
  /** After how many milliseconds it gives a call up; never if absent. */
  patienceMs?: number
}

/** Calls the Web API over persistent connections. It never repeats a call by itself. */
export class Client {
  readonly #agent = new http.Agent({ keepAlive: true })
  readonly #api: URL
  readonly #token: string
  readonly #patienceMs: number | undefined
  #lastFailure: unknown

  constructor(api: string, token: string, { patienceMs }: ClientOptions = {}) {
    this.#api = new URL(api)
    this.#token = token
    this.#patienceMs = patienceMs
  }

  /**
   * Undefined if the connection broke, the answer was cut off, or none came in time: then nobody knows whether the call
   * took effect. `key`: the Idempotency-Key.
   */
  async call(method: string, args: Record<string, string>, key?: string): Promise<Answer | undefined> {
    const response = await this.#post(method, new URLSearchParams(args).toString(), key).catch((error: unknown) => {
      this.#lastFailure = error
      return undefined
    })
    if (!response) return undefined
    const { status, text, retryAfter } = response
    const body: unknown = status === 200 || status === 503 ? JSON.parse(text) : undefined
    const ok = field(body, 'ok')
    if (typeof ok !== 'boolean') throw new Error(`${method} answered ${status} ${text.slice(0, 200)}`)
    const error = field(body, 'error')
    // With Retry-After, nothing was done.
    const isUncertain = status === 503 && retryAfter === undefined
    return { ok, error: typeof error === 'string' ? error : '', body, isUncertain }
  }

  /** Calls a method and throws unless it succeeds. */
  async callOrThrow(method: string, args: Record<string, string>): Promise<unknown> {
    const answer = await this.call(method, args)
    if (!answer) throw new Error(`${method} ${JSON.stringify(args)} was not answered`, { cause: this.#lastFailure })
    if (!answer.ok) throw new Error(`${method} ${JSON.stringify(args)} answered ${JSON.stringify(answer.body)}`)
    return answer.body
  }

  close(): void {
    this.#agent.destroy()
  }

  #post(method: string, body: string, key: string | undefined): Promise<Response> {
    return new Promise((resolve, reject) => {
      const request = http.request(new URL(method, this.#api), {
        method: 'POST',
        agent: this.#agent,
        ...(this.#patienceMs !== undefined && { signal: AbortSignal.timeout(this.#patienceMs) }),
        headers: {
          authorization: `Bearer ${this.#token}`,
          'content-type': 'application/x-www-form-urlencoded',
          'content-length': Buffer.byteLength(body),
          ...(key !== undefined && { 'idempotency-key': key }),
        },
      })
      request.on('error', reject)
      request.on('response', (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('error', reject)
        const { statusCode: status = 0, headers } = response
        const retryAfter = headers['retry-after']
        response.on('end', () => resolve({ status, retryAfter, text: Buffer.concat(parts).toString() }))
        response.on('close', () => reject(new Error('the answer was cut off')))
      })
      request.end(body)
    })
  }
}
