import { ProcessingFailure } from '#domain/messages/processingFailure'
import { Refusal } from '#domain/refusal'
import { refusalOfStore } from '#domain/storeRefusal'
import { commonErrors } from '#rpc/errors/common'
import type { Method } from '#rpc/method'
import { TeamAway } from '#store/db'
import { DecodeError } from '#http/api/decode/decodeError'
import { InjectedRefusal } from '#http/development/faults/faultInjection'

/** Turns anything thrown into the refusal to answer. An undeclared error is unexpected: its stack goes to the log, never on the wire. */
export function toRefusal(
  error: unknown,
  method: Method | undefined,
  onUnexpectedError: (error: unknown) => void,
): Refusal {
  if (error instanceof DecodeError) return new Refusal(error.fault.error, error.fault.detail)
  if (error instanceof InjectedRefusal || (error instanceof Refusal && isDeclared(error.code, method))) return error
  // [NOD-10] It is no fault, and soon over.
  if (error instanceof TeamAway) return new Refusal('service_unavailable', error.message, { retryAfter: 1 })
  onUnexpectedError(error)
  const ofStore = refusalOfStore(error)
  if (ofStore) return ofStore
  if (error instanceof ProcessingFailure && isDeclared('messaging_processing_failed', method)) {
    return new Refusal('messaging_processing_failed', 'The message could not be built or stored; nothing was written.')
  }
  return new Refusal(
    'internal_error',
    'Something went wrong in the server; its log has the details under the request id.',
  )
}

function isDeclared(code: string, method: Method | undefined): boolean {
  if (code in commonErrors || !method) return true
  return code in method.errors || 'any' in method.errors || /_connect_\w+_sharing_blocked$/.test(code)
}
