import type { ServedCall } from '#http/api/servedCall'
import type { FaultInjection } from '#http/development/faults/faultInjection'
import type { Exchange } from '#http/wire/exchange'
import type { Store } from '#store/db'
import type { Hint } from './hint.ts'
import type { Hints } from './hints.ts'

interface Looking {
  store: Store
  faults: FaultInjection | undefined
  hints: Hints | undefined
  onUnexpectedError: (error: unknown, requestId: string, method: string) => void
}

/**
 * In development, between a call and its answer: finds hints, and does what an injected fault wants to be done then. A mistake
 * in that changes nothing for the call. `result`: the fields of the answer; undefined if the call was refused. Returns the
 * hints that the answer has.
 */
export async function lookAtCall(
  { store, faults, hints, onUnexpectedError }: Looking,
  exchange: Exchange,
  call: ServedCall,
  result?: object,
): Promise<readonly Hint[]> {
  try {
    if (hints) call.hints = await hints.find(store.db, call, exchange.headers, result)
    const done = result && faults?.acts.isActive ? await faults.acts.afterCall(call, result) : undefined
    call.fault ??= done
  } catch (error) {
    onUnexpectedError(error, call.envelope.requestId, call.name)
  }
  return hints?.areSent ? call.hints : []
}
