import type { IncomingHttpHeaders } from 'node:http'
import { Refusal } from '#domain/refusal'
import { type Api, serveApi } from '#http/api/api'
import type { Exchange } from '#http/wire/exchange'
import type { RepeatableCall } from './repeatables.ts'

/** [DEV-1] Makes a call again as it was made, but without its `Idempotency-Key`. Returns the number of the new entry. */
export async function callAgain(api: Api, call: RepeatableCall, replays: number): Promise<number> {
  const made = await serveApi(api, new RepeatedExchange(call, replays), call.name, '')
  if (made === undefined) throw new Refusal('service_unavailable', 'The server keeps no journal.')
  return made
}

/** A call that comes from the journal and not from a connection. Its answer goes there, too. */
class RepeatedExchange implements Exchange {
  readonly method = 'POST'
  readonly headers: IncomingHttpHeaders = { 'content-type': 'application/json; charset=utf-8' }
  readonly address: string
  readonly replays: number
  readonly #body: Buffer

  constructor({ args, token, address }: RepeatableCall, replays: number) {
    this.address = address
    this.replays = replays
    this.#body = Buffer.from(JSON.stringify(token === undefined ? args : { ...args, token }))
  }

  body(): Buffer {
    return this.#body
  }

  answer(): void {}

  destroy(): void {}
}
