import type { IncomingHttpHeaders } from 'node:http'
import { Refusal } from '#domain/refusal'
import { type Api, serveApi } from '#http/api/api'
import type { Answer, Exchange } from '#http/wire/exchange'
import type { RepeatableCall } from './repeatables.ts'

/** [DEV-1] Makes a call again as it was made, but without its `Idempotency-Key`. Returns the number of the new entry. */
export async function callAgain(api: Api, call: RepeatableCall, replays: number): Promise<number> {
  const made = await serveApi(api, new InternalExchange(call, replays), call.name, '')
  if (made === undefined)
    throw new Refusal('service_unavailable', 'The server keeps no journal, or was reset meanwhile.')
  return made
}

/** Makes a call as an app would, and returns its answer. */
export async function callAs(api: Api, call: RepeatableCall): Promise<Record<string, unknown>> {
  const exchange = new InternalExchange(call)
  await serveApi(api, exchange, call.name, '')
  return JSON.parse(exchange.answered)
}

/** A call that comes from no connection. */
class InternalExchange implements Exchange {
  readonly method = 'POST'
  readonly headers: IncomingHttpHeaders
  readonly address: string
  readonly replays?: number
  answered = '{"ok":false,"error":"no_answer"}'
  readonly #body: Buffer

  constructor({ args, token, address }: RepeatableCall, replays?: number) {
    this.address = address
    if (replays !== undefined) this.replays = replays
    const type = 'application/json; charset=utf-8'
    this.headers = { 'content-type': type, ...(token !== undefined && { authorization: `Bearer ${token}` }) }
    this.#body = Buffer.from(JSON.stringify(args))
  }

  body(): Buffer {
    return this.#body
  }

  answer({ body }: Answer): void {
    this.answered = body
  }

  destroy(): void {}
}
