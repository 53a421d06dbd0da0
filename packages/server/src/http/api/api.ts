import { setImmediate } from 'node:timers/promises'
import type { SharedWindows } from '#bus/sharedWindows'
import type { CountedWindows } from '#domain/access/countedWindows'
import type { IdempotentCall } from '#domain/access/idempotency'
import type { RequestIds } from '#domain/ids'
import { Refusal } from '#domain/refusal'
import { getSettings } from '#domain/settings/settings'
import { methods } from '#methods/index'
import { checkArguments, ignoresContent } from '#rpc/checkArguments'
import { idempotencyKeyOf } from '#rpc/idempotencyKey'
import { type Method, refuse } from '#rpc/method'
import { anonymous, type Caller } from '#domain/access/caller'
import type { Store, Tx } from '#store/db'
import { andThen, type MaybePromise } from '#store/maybePromise'
import {
  acceptedScopes,
  checkAdmission,
  checkNotDeprecated,
  confirmCaller,
  identifyCaller,
  warningsFor,
} from './admission.ts'
import { toRefusal } from './errors.ts'
import { DecodeError } from '#http/api/decode/decodeError'
import { type AnswerHeads, failureBody, successBody } from './envelope.ts'
import { type Exchange, isLarge } from '#http/wire/exchange'
import { type FaultInjection, InjectedRefusal } from '#http/development/faults/faultInjection'
import type { Hints } from '#http/development/hints/hints'
import { lookAtCall } from '#http/development/hints/lookAtCall'
import type { Journal } from '#http/development/journal/journal'
import type { Metrics } from '#http/operator/metrics'
import type { TrustedProxies } from '#http/wire/trustedProxies'
import type { CallOrder } from './callOrder.ts'
import { readCurrent } from './currentRead.ts'
import { identifyAhead, readCall, toIncoming } from './readCall.ts'
import type { RepeatedCalls } from './repeatedCalls.ts'
import { newServedCall, type ServedCall } from './servedCall.ts'

export interface Api {
  store: Store
  /** Development only: calls and their answers. */
  journal: Journal | undefined
  metrics: Metrics | undefined
  /** Development only: errors injected by a test. */
  faults: FaultInjection | undefined
  /** Development only: what would fail or surprise on the public service. */
  hints: Hints | undefined
  callOrder: CallOrder
  repeatedCalls: RepeatedCalls
  /** Rate limits that several processes count together. */
  sharedWindows?: SharedWindows | undefined
  /** [STA-6] What this process counts of the rate limits of methods. */
  rateWindows: CountedWindows
  trustedProxies: TrustedProxies
  requestIds: RequestIds
  answerHeads: AnswerHeads
  isDraining: () => boolean
  onUnexpectedError: (error: unknown, requestId: string, method: string) => void
}

/**
 * Answers one call of the Web API: the order of checks, then the method, then the envelope. Never rejects. Returns the
 * number of its entry in the journal.
 */
export async function serveApi(api: Api, exchange: Exchange, name: string, query: string): Promise<number | undefined> {
  const call = newServedCall(name, query, methods.get(name), requestIdOf(api, exchange))
  const { envelope } = call
  call.replays = exchange.replays
  const started = performance.now()
  api.journal?.expectCall(call)
  let outcome = 'ok'
  let body: object
  let retryAfter: number | undefined
  try {
    if (api.faults?.isActive) call.fault = await api.faults.meet(name, () => identifyAhead(api, exchange, call))
    const run = () => runCall(api, exchange, call)
    const result = await (call.method?.effect === 'read' ? readCurrent(api.store, run) : run())
    const hints = api.journal && (await lookAtCall(api, exchange, call, result))
    body = successBody(result, envelope.warnings, hints)
  } catch (thrown) {
    const error = await bringAbout(api.store, thrown)
    const refusal = toRefusal(error, call.method, (unexpected) =>
      api.onUnexpectedError(unexpected, envelope.requestId, name),
    )
    if (error instanceof DecodeError && error.isBodyUnread) envelope.close = true
    outcome = refusal.code
    call.status = statusOf(refusal)
    retryAfter = refusal.extra.retryAfter ?? (call.status === 429 ? 1 : undefined)
    const hints = api.journal && !(error instanceof InjectedRefusal) ? await lookAtCall(api, exchange, call) : undefined
    body = failureBody(refusal, envelope.warnings, hints)
  }
  if (api.isDraining()) envelope.close = true
  const { requestId, close } = envelope
  const text = (call.answer = JSON.stringify(body))
  // To write it takes as long again.
  if (isLarge(text)) await setImmediate()
  const head = api.answerHeads.for(envelope)
  const isCut = call.fault === 'cut'
  if (call.fault === 'lost') exchange.destroy()
  else exchange.answer({ status: call.status, head, requestId, retryAfter, body: text, close, isCut })
  call.tookMs = performance.now() - started
  api.metrics?.countCall(call.method?.name ?? 'unknown', outcome, call.tookMs)
  return api.journal?.addCall(call)
}

/** Writes what a refusal brings about. Returns the refusal, or the error if it could not be written. */
async function bringAbout(store: Store, thrown: unknown): Promise<unknown> {
  const { consequence } = thrown instanceof Refusal ? thrown : {}
  if (!consequence) return thrown
  return store.write(consequence).then(
    () => thrown,
    (failure: unknown) => failure,
  )
}

/** [ORD] The order of checks. The first that fails answers, and nothing was written. */
async function runCall(api: Api, exchange: Exchange, call: ServedCall): Promise<object> {
  const { method, envelope } = call
  const { db } = api.store
  // [ORD 1] The method is known.
  if (!method) throw unknownMethod(call.name)
  // [ORD 2] The method and its endpoint are not deprecated.
  const loadingSettings = getSettings(db)
  const settings = loadingSettings instanceof Promise ? await loadingSettings : loadingSettings
  envelope.acceptedScopes = acceptedScopes(method, settings)
  checkNotDeprecated(method, settings)
  // [ORD 3] The server is not going down.
  if (api.isDraining())
    throw new Refusal('service_unavailable', 'The server is going down; try again in a moment.', { retryAfter: 1 })
  // [ORD 4, 5] The body is whole and well-formed, and so are the names of its arguments.
  const reading = readCall(exchange, call, method)
  const decoded = reading instanceof Promise ? await reading : reading
  const warnings: string[] = [...decoded.warnings]
  envelope.warnings = warnings
  const warn = (word: string): void => {
    if (!warnings.includes(word)) warnings.push(word)
  }
  // [STR-11] The call takes its position among the calls with its ordering key. If only this process writes, that is not
  // needed: finding the caller does not wait, so calls stay in order.
  const position = db.cache.isSingleWriter
    ? undefined
    : method.orderingKey && api.callOrder.enter(method.orderingKey(decoded.args))
  try {
    call.caller = anonymous
    let confirm: ConfirmCaller = () => anonymous
    if (method.tokens !== 'none') {
      const incoming = toIncoming(api, exchange, call, { method, decoded, settings })
      // [ORD 6, 7] There is a token, and it is valid.
      const identifying = identifyCaller(db, incoming)
      const grant = identifying instanceof Promise ? await identifying : identifying
      call.caller = grant.caller
      api.journal?.knowCaller(call)
      envelope.scopes = grant.caller.scopes
      // [ORD 8 to 11] The team, the kind of token, the scope and the rate limit allow the call.
      const admitting = checkAdmission(db, grant, incoming)
      if (admitting instanceof Promise) await admitting
      confirm = (tx) => confirmCaller(tx, grant, incoming)
      warnings.unshift(...warningsFor(method, grant.caller))
    }
    if (position) await position.earlierCalls
    // [ORD 12 to 20] The arguments fit, and the method does its own checks and its work.
    const key = exchange.headers['idempotency-key']
    if (ignoresContent(method, decoded.args)) warn('ignored_content')
    const running = runMethod(api, method, { caller: call.caller, confirm }, decoded.args, warn, key)
    position?.release()
    return await running
  } finally {
    position?.release()
  }
}

/** Finds the caller again in the transaction, or refuses. */
type ConfirmCaller = (tx: Tx) => MaybePromise<Caller>

/** [ORD 12 to 20] Runs a method for a caller who may call it; a writing method in one transaction. */
function runMethod(
  { store, repeatedCalls }: Api,
  method: Method,
  { caller, confirm }: { caller: Caller; confirm: ConfirmCaller },
  decodedArgs: Record<string, unknown>,
  warn: (word: string) => void,
  idempotencyHeader?: string | string[],
): MaybePromise<object> {
  const args = checkArguments(method, decodedArgs)
  const key = idempotencyKeyOf(method, idempotencyHeader, decodedArgs)
  if (key !== undefined) {
    const call = { caller, method: method.name, args, key }
    return runMethodOnce(repeatedCalls, store, method, call, confirm, warn)
  }
  if (method.effect === 'write') {
    const handle = (tx: Tx) =>
      andThen(confirm(tx), (confirmed) => method.handle(args, { caller: confirmed, db: tx, refuse, warn }))
    return store.write(handle, method.orderingKey?.(args))
  }
  return method.handle(args, { caller, db: store.reader?.() ?? store.db, refuse, warn })
}

/** [REP-1] The method's warnings are part of the answer that a repeated call gets. */
async function runMethodOnce(
  repeatedCalls: RepeatedCalls,
  store: Store,
  method: Method,
  call: IdempotentCall,
  confirm: ConfirmCaller,
  warn: (word: string) => void,
): Promise<object> {
  const { args } = call
  const handle = async (tx: Tx) => {
    const warnings: string[] = []
    const caller = await confirm(tx)
    const result = await method.handle(args, { caller, db: tx, refuse, warn: (word) => warnings.push(word) })
    return { result, warnings }
  }
  const { result, warnings } = await repeatedCalls.answer(store, call, handle, method.orderingKey?.(args))
  warnings.forEach(warn)
  return result
}

function unknownMethod(name: string): Refusal {
  return new Refusal('unknown_method', `There is no method ${JSON.stringify(name)}.`, { method: name })
}

/** [ENV-1] */
function statusOf(refusal: Refusal): number {
  if (refusal instanceof InjectedRefusal && refusal.status !== undefined) return refusal.status
  if (refusal.code === 'ratelimited') return 429
  return refusal.code === 'service_unavailable' ? 503 : 200
}

/** The request id that the caller sent, if it is a plain word; otherwise a new one. */
function requestIdOf(api: Api, { headers }: Exchange): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && /^[\w-]{1,64}$/.test(given) ? given : api.requestIds.next()
}
