import { ProcessingFailure } from '#domain/processing'
import { Refusal } from '#domain/refusal'
import { commonErrors } from '#rpc/commonErrors'
import type { Method } from '#rpc/method'
import { StoreFailure } from '#store/db'
import { Undecodable } from './decodeFault.ts'

/** What is answered for something thrown. What nobody declared is a defect: its stack goes to the log, not on the wire. */
export function asRefusal(error: unknown, method: Method | undefined, onDefect: (defect: unknown) => void): Refusal {
  if (error instanceof Undecodable) return new Refusal(error.fault.error, error.fault.detail)
  if (error instanceof Refusal && isDeclared(error.code, method)) return error
  onDefect(error)
  if (error instanceof ProcessingFailure && isDeclared('messaging_processing_failed', method)) {
    return new Refusal('messaging_processing_failed', 'The message could not be made or kept; nothing was written.')
  }
  if (error instanceof StoreFailure)
    return new Refusal('fatal_error', 'The store could not keep this; nothing was written.')
  return new Refusal('internal_error', 'Something went wrong in the server; its log has more under the request id.')
}

function isDeclared(code: string, method: Method | undefined): boolean {
  if (code in commonErrors || !method) return true
  return code in method.errors || 'any' in method.errors || /_connect_\w+_sharing_blocked$/.test(code)
}
