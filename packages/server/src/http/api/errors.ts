import { ProcessingFailure } from '#domain/messages/processing'
import { Refusal } from '#domain/refusal'
import { commonErrors } from '#rpc/errors/common'
import type { Method } from '#rpc/method'
import { StoreFailure } from '#store/db'
import { Undecodable } from '#http/api/decode/fault'
import { OrderedRefusal } from '#http/development/faults'

/** What is answered for something thrown. What nobody declared is a defect: its stack goes to the log, not on the wire. */
export function asRefusal(error: unknown, method: Method | undefined, onDefect: (defect: unknown) => void): Refusal {
  if (error instanceof Undecodable) return new Refusal(error.fault.error, error.fault.detail)
  if (error instanceof OrderedRefusal || (error instanceof Refusal && isDeclared(error.code, method))) return error
  onDefect(error)
  if (isOutOfReach(error))
    return new Refusal('service_unavailable', 'The store is out of reach; try again in a moment.')
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

/** Words of the network and of PostgreSQL for a database that is not there, or not there any more. */
const away = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
  '57P01',
  '57P02',
  '57P03',
  '53300',
])

/** The driver's own words have no code. */
const brokenConnection = /^Connection terminated|^Client has encountered a connection error/

function isOutOfReach(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && typeof error.code === 'string' && (away.has(error.code) || /^08...$/.test(error.code)))
    return true
  return brokenConnection.test(error.message) || isOutOfReach(error.cause)
}
