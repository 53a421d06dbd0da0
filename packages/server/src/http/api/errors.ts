import { ProcessingFailure } from '#domain/messages/processingFailure'
import { Refusal } from '#domain/refusal'
import { commonErrors } from '#rpc/errors/common'
import type { Method } from '#rpc/method'
import { DiskRefusal, StoreFailure } from '#store/db'
import { isOutOfReach } from '#store/outOfReach'
import { DecodeError } from '#http/api/decode/decodeError'
import { InjectedRefusal } from '#http/development/faultInjection'

/** Turns anything thrown into the refusal to answer. An undeclared error is unexpected: its stack goes to the log, never on the wire. */
export function toRefusal(
  error: unknown,
  method: Method | undefined,
  onUnexpectedError: (error: unknown) => void,
): Refusal {
  if (error instanceof DecodeError) return new Refusal(error.fault.error, error.fault.detail)
  if (error instanceof InjectedRefusal || (error instanceof Refusal && isDeclared(error.code, method))) return error
  onUnexpectedError(error)
  if (isOutOfReach(error))
    return new Refusal('service_unavailable', 'The database is out of reach; try again in a moment.')
  if (error instanceof ProcessingFailure && isDeclared('messaging_processing_failed', method)) {
    return new Refusal('messaging_processing_failed', 'The message could not be built or stored; nothing was written.')
  }
  if (error instanceof DiskRefusal)
    return new Refusal('fatal_error', `${error.message}, so nothing was written. Try again once there is room.`)
  if (error instanceof StoreFailure)
    return new Refusal('fatal_error', 'The database could not store this; nothing was written.')
  return new Refusal(
    'internal_error',
    'Something went wrong in the server; its log has the details under the request id.',
  )
}

function isDeclared(code: string, method: Method | undefined): boolean {
  if (code in commonErrors || !method) return true
  return code in method.errors || 'any' in method.errors || /_connect_\w+_sharing_blocked$/.test(code)
}
