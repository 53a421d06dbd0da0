import { onceOnly, type Repeatable } from '#domain/access/idempotency'
import { newRequestId } from '#domain/ids'
import { Refusal } from '#domain/refusal'
import { settingsOf } from '#domain/settings/settings'
import { methods } from '#methods/index'
import { checkArguments } from '#rpc/check'
import { keyOf } from '#rpc/idempotencyKey'
import { type Method, refuse } from '#rpc/method'
import type { Caller } from '#domain/access/caller'
import type { Store, Tx } from '#store/db'
import type { Soon } from '#store/maybePromise'
import { acceptedScopes, admit, identify, warningsFor } from './admission.ts'
import { asRefusal } from './errors.ts'
import { addBasic } from './basicAuth.ts'
import { decode } from '#http/api/decode/decode'
import { Undecodable } from '#http/api/decode/fault'
import { type Envelope, failure, headFor, success } from './envelope.ts'
import type { Exchange } from '#http/wire/exchange'
import { type Faults, OrderedRefusal } from '#http/development/faults'
import type { Journal } from '#http/development/journal'
import type { Metrics } from '#http/operator/metrics'
import type { Turns } from './callOrder.ts'

export interface Api {
  store: Store
  /** Development only: what was called and answered. */
  journal: Journal | undefined
  metrics: Metrics | undefined
  /** Development only: answers that were ordered. */
  faults: Faults | undefined
  turns: Turns
  draining: () => boolean
  onDefect: (defect: unknown, requestId: string, method: string) => void
}

const good = { ok: true }

const nobody: Caller = {
  kind: 'person',
  teamId: '',
  userId: '',
  app: undefined,
  scopes: [],
  enterpriseId: undefined,
  teamsGranted: undefined,
}

/** Answers one call of the Web API: the whole order of checks, then the method, then the envelope. Never rejects. */
export async function serveApi(api: Api, exchange: Exchange, name: string, query: string): Promise<void> {
  const call: Serving = {
    name,
    query,
    method: methods.get(name),
    caller: undefined,
    args: undefined,
    size: 0,
    status: 200,
    body: good,
    took: 0,
    envelope: { requestId: requestIdOf(exchange), warnings: [], scopes: undefined, accepted: undefined, close: false },
  }
  const started = performance.now()
  let outcome = 'ok'
  let body: object
  let retryAfter: number | undefined
  try {
    const ordered = api.faults?.any ? await api.faults.next(name) : undefined
    if (ordered?.error !== undefined || ordered?.status !== undefined) throw new OrderedRefusal(ordered)
    body = success(await answer(api, exchange, call), call.envelope.warnings)
  } catch (error) {
    const refusal = asRefusal(error, call.method, (defect) => api.onDefect(defect, call.envelope.requestId, name))
    if (error instanceof Undecodable && error.bodyLeft) call.envelope.close = true
    outcome = refusal.code
    call.status = statusOf(refusal)
    if (call.status === 429) retryAfter = refusal.more.retryAfter ?? 1
    body = failure(refusal, call.envelope.warnings)
    call.body = body
  }
  if (api.draining()) call.envelope.close = true
  const { envelope, status } = call
  const { requestId, close } = envelope
  exchange.answer({ status, head: headFor(envelope), requestId, retryAfter, body: JSON.stringify(body), close })
  call.took = performance.now() - started
  api.metrics?.call(call.method?.name ?? 'unknown', outcome, call.took)
  api.journal?.call(call)
}

/** [ENV-1] */
function statusOf(refusal: Refusal): number {
  if (refusal instanceof OrderedRefusal && refusal.status !== undefined) return refusal.status
  if (refusal.code === 'ratelimited') return 429
  return refusal.code === 'service_unavailable' ? 503 : 200
}

export interface Serving {
  name: string
  query: string
  method: Method | undefined
  caller: Caller | undefined
  args: Record<string, unknown> | undefined
  /** Bytes of the body. */
  size: number
  envelope: Envelope
  /** Of a good answer no more than that it was one. */
  body: object
  status: number
  /** Milliseconds. */
  took: number
}

/** [ORD] Step by step; the first that fails answers, and nothing was written. */
async function answer(api: Api, exchange: Exchange, call: Serving): Promise<object> {
  const { method, envelope } = call
  const { db } = api.store
  if (!method)
    throw new Refusal('unknown_method', `There is no method ${JSON.stringify(call.name)}.`, { method: call.name })
  const known = settingsOf(db)
  const settings = known instanceof Promise ? await known : known
  envelope.accepted = acceptedScopes(method, settings)
  const rules = settings.methods[method.name]
  if (rules?.endpointDeprecated)
    throw new Refusal('deprecated_endpoint', `The endpoint of ${method.name} is deprecated.`)
  if (rules?.deprecated) throw new Refusal('method_deprecated', `${method.name} is deprecated.`)
  if (api.draining()) throw new Refusal('service_unavailable', 'The server is going down; try again in a moment.')

  const coming = exchange.body()
  const body = coming instanceof Promise ? await coming : coming
  call.size = body.length
  const decoding = decode({
    method: exchange.method,
    contentType: exchange.headers['content-type'],
    query: call.query,
    body,
    readOnly: method.effect === 'read' || method.byGet === true,
  })
  const decoded = decoding instanceof Promise ? await decoding : decoding
  if ('client_secret' in method.args.shape) addBasic(decoded.args, exchange.headers.authorization)
  call.args = decoded.args
  const warnings: string[] = [...decoded.warnings]
  envelope.warnings = warnings

  const warn = (word: string): void => {
    if (!warnings.includes(word)) warnings.push(word)
  }
  // [STR-11] From here on it has its place among the calls for one thing. Where tokens are remembered, the order in
  // which calls came holds by itself.
  const place = db.memory.sole ? undefined : method.turn && api.turns.take(method.turn(decoded.args))
  try {
    call.caller = nobody
    if (method.tokens !== 'none') {
      const { address, headers } = exchange
      const incoming = { method, decoded, authorization: headers.authorization, address, settings }
      const identifying = identify(db, incoming)
      const grant = identifying instanceof Promise ? await identifying : identifying
      call.caller = grant.caller
      envelope.scopes = grant.caller.scopes
      admit(db, grant, incoming)
      warnings.unshift(...warningsFor(method, grant.caller))
    }
    if (place) await place.before
    const answering = invoke(api.store, method, call.caller, decoded.args, warn, exchange.headers['idempotency-key'])
    place?.pass()
    return await answering
  } finally {
    place?.pass()
  }
}

/** [ORD 12 to 20] A method called by someone who may. A writing one runs in one transaction. */
function invoke(
  store: Store,
  method: Method,
  caller: Caller,
  given: Record<string, unknown>,
  warn: (word: string) => void,
  idempotencyKey?: string | string[],
): Soon<object> {
  const args = checkArguments(method, given)
  const key = keyOf(method, idempotencyKey, given)
  if (key !== undefined) return repeatable(store, method, { caller, method: method.name, args, key }, warn)
  if (method.effect === 'write') {
    return store.write((tx) => method.handle(args, { caller, db: tx, refuse, warn }), method.turn?.(args))
  }
  return method.handle(args, { caller, db: store.db, refuse, warn })
}

/** [REP-1] What a method warns of is part of the answer. */
async function repeatable(
  store: Store,
  method: Method,
  call: Repeatable,
  warn: (word: string) => void,
): Promise<object> {
  const { caller, args } = call
  const handle = async (tx: Tx) => {
    const warnings: string[] = []
    const result = await method.handle(args, { caller, db: tx, refuse, warn: (word) => warnings.push(word) })
    return { result, warnings }
  }
  const { result, warnings } = await store.write((tx) => onceOnly(tx, call, () => handle(tx)), method.turn?.(args))
  warnings.forEach(warn)
  return result
}

function requestIdOf({ headers }: Exchange): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && /^[\w-]{1,64}$/.test(given) ? given : newRequestId()
}
