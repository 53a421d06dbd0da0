import { anonymous } from '#domain/access/caller'
import type { CountedWindows } from '#domain/access/countedWindows'
import { getSettings, type Settings } from '#domain/settings/settings'
import { type DecodedCall, decode } from '#http/api/decode/decode'
import { DecodeError } from '#http/api/decode/decodeError'
import type { Journal } from '#http/development/journal/journal'
import type { Exchange } from '#http/wire/exchange'
import type { TrustedProxies } from '#http/wire/trustedProxies'
import type { Method } from '#rpc/method'
import type { Store } from '#store/db'
import { andThen, type MaybePromise } from '#store/maybePromise'
import { givenToken, identifyCaller, type IncomingCall } from './admission.ts'
import { addBasicCredentials } from './basicAuth.ts'
import type { ServedCall } from './servedCall.ts'

/** What callers are found with. */
interface Finding {
  store: Store
  journal: Journal | undefined
  trustedProxies: TrustedProxies
  rateWindows: CountedWindows
}

/** [ORD 4, 5] Reads the body and decodes the arguments. Throws or rejects with `DecodeError`. */
export function readCall(exchange: Exchange, call: ServedCall, method: Method): MaybePromise<DecodedCall> {
  const { authorization } = exchange.headers
  return andThen(exchange.body(), (body) => {
    call.bodyBytes = body.length
    const decoding = decode({
      method: exchange.method,
      contentType: exchange.headers['content-type'],
      query: call.query,
      body,
      readOnly: method.effect === 'read' || method.byGet === true,
    })
    return andThen(decoding, (decoded) => {
      if ('client_secret' in method.args.shape) addBasicCredentials(decoded.args, authorization)
      call.args = decoded.args
      call.token = givenToken(decoded, authorization)
      return decoded
    })
  })
}

/** What it takes to find the caller. */
export function toIncoming(
  { trustedProxies, rateWindows }: Pick<Finding, 'trustedProxies' | 'rateWindows'>,
  { address: peer, headers }: Exchange,
  call: ServedCall,
  read: { method: Method; decoded: DecodedCall; settings: Settings },
): IncomingCall {
  const address = (call.address = trustedProxies.callerAddress(peer, headers))
  return { ...read, authorization: headers.authorization, address, rateWindows }
}

/** In development: finds what a call says and whose it is before a fault refuses it, as far as that can be read. */
export async function identifyAhead(api: Finding, exchange: Exchange, call: ServedCall): Promise<void> {
  const { method, envelope } = call
  if (!method) return
  try {
    const decoded = await readCall(exchange, call, method)
    call.caller = anonymous
    if (method.tokens === 'none') return
    const { db } = api.store
    const incoming = toIncoming(api, exchange, call, { method, decoded, settings: await getSettings(db) })
    call.caller = (await identifyCaller(db, incoming)).caller
    api.journal?.knowCaller(call)
  } catch (error) {
    // If the fault only delays the call, it meets the same error again.
    if (error instanceof DecodeError && error.isBodyUnread) envelope.close = true
  }
}
