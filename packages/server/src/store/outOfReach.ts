import { BlobsOutOfReach } from './blobs/blobs.ts'

/** The code of PostgreSQL with which a database that can only be read refuses a write. */
export const readOnlyCode = '25006'

/** Error codes of Node and PostgreSQL that mean that the database cannot be reached. */
const outOfReachCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  // It lets the server in no more: the password was changed, or the user may not log in.
  '28000',
  '28P01',
  // The database became a standby: another one takes its place.
  readOnlyCode,
])

/** The driver's own errors have no code. */
const brokenConnection =
  /^Connection terminated|^Client has encountered a connection error|^Client was closed|^timeout e(xpired|xceeded when trying to connect)/

/** Whether an error means that the database cannot be reached at present. A bucket fails for the same reasons, and is no database. */
export function isOutOfReach(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof BlobsOutOfReach) return false
  if (
    'code' in error &&
    typeof error.code === 'string' &&
    (outOfReachCodes.has(error.code) || /^08...$/.test(error.code))
  )
    return true
  return brokenConnection.test(error.message) || lacksPassword(error) || isOutOfReach(error.cause)
}

/** The driver has no password for a database that wants one: there is none in the address, or it cannot read ~/.pgpass. */
export function lacksPassword({ message }: Error): boolean {
  return /^SASL: .*password must be /.test(message)
}

/** Whether the database can only be read at present: it is a standby, or has become one. */
export function isReadOnly(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === readOnlyCode
}
