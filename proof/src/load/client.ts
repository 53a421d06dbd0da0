import http from 'node:http'
import { field } from './untypedFields.ts'

export interface Answer {
  ok: boolean
  /** Empty when `ok`. */
  error: string
  body: unknown
}

/** Calls the Web API over persistent connections. It never repeats a call by itself. */
export class Client {
  readonly #agent = new http.Agent({ keepAlive: true })
  readonly #api: URL
  readonly #token: string

  constructor(api: string, token: string) {
    this.#api = new URL(api)
    this.#token = token
  }

  /** Undefined if the connection broke or the answer was cut off: then nobody knows whether the call took effect. */
  async call(method: string, args: Record<string, string>): Promise<Answer | undefined> {
    const response = await this.#post(method, new URLSearchParams(args).toString()).catch(() => undefined)
    if (!response) return undefined
    const { status, text } = response
    const body: unknown = status === 200 ? JSON.parse(text) : undefined
    const ok = field(body, 'ok')
    if (typeof ok !== 'boolean') throw new Error(`${method} answered ${status} ${text.slice(0, 200)}`)
    const error = field(body, 'error')
    return { ok, error: typeof error === 'string' ? error : '', body }
  }

  /** Calls a method and throws unless it succeeds. */
  async callOrThrow(method: string, args: Record<string, string>): Promise<unknown> {
    const answer = await this.call(method, args)
    if (!answer?.ok) throw new Error(`${method} ${JSON.stringify(args)} answered ${JSON.stringify(answer?.body)}`)
    return answer.body
  }

  close(): void {
    this.#agent.destroy()
  }

  #post(method: string, body: string): Promise<{ status: number; text: string }> {
    return new Promise((resolve, reject) => {
      const request = http.request(new URL(method, this.#api), {
        method: 'POST',
        agent: this.#agent,
        headers: {
          authorization: `Bearer ${this.#token}`,
          'content-type': 'application/x-www-form-urlencoded',
          'content-length': Buffer.byteLength(body),
        },
      })
      request.on('error', reject)
      request.on('response', (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('error', reject)
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() }))
        response.on('close', () => reject(new Error('the answer was cut off')))
      })
      request.end(body)
    })
  }
}
