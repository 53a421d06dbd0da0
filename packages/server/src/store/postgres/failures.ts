import { DatabaseError } from 'pg'
import { DiskRefusal, TeamAway } from '#store/db'

/** Codes of PostgreSQL: a full disk, and two transactions that wait for each other. */
const diskFull = '53100'
export const deadlock = '40P01'
/** How often something is tried that loses a deadlock: what PostgreSQL ends then has done nothing. */
export const mostDeadlocks = 10
/** A named statement that the connection does not have, and one that it has already. */
const missingStatement = '26000'
export const doubledStatement = '42P05'
/** Where PostgreSQL refuses a named statement whose columns have become others. Its code says only that something is not supported. */
const changedColumns = 'RevalidateCachedQuery'
/** The code with which a team that is moved takes no writes [NOD-10]. No other error has it. */
export const teamAway = 'RVT01'

/** A commit was answered with a rollback: somebody had made nothing of the failure of a query. */
export class RolledBack extends Error {
  override name = 'RolledBack'

  constructor() {
    super('PostgreSQL has rolled back a failed transaction.')
  }
}

/** Turns why a write failed into an error of the store, if it has one for it. */
export function toWriteFailure(error: unknown): unknown {
  // If all of PostgreSQL has ended because of it, nobody knows what became of the transaction.
  const hasEnded = error instanceof DatabaseError && isCut(error)
  if (hasCode(error, diskFull) && !hasEnded) return new DiskRefusal('full', error)
  return hasCode(error, teamAway) && error instanceof Error ? new TeamAway(error.message, { cause: error }) : error
}

/**
 * Whether the connection has other named statements than it was given: a pooler between has changed it for another, or a newer
 * server has changed the tables.
 */
export function hasOtherStatements(error: unknown): boolean {
  return hasOtherColumns(error) || [missingStatement, doubledStatement].some((code) => hasCode(error, code))
}

/** Whether a newer server has changed the tables since the statement was named. */
export function hasOtherColumns(error: unknown): boolean {
  return hasRoutine(error, changedColumns)
}

function hasRoutine(error: unknown, routine: string): boolean {
  return error instanceof DatabaseError
    ? error.routine === routine
    : error instanceof Error && hasRoutine(error.cause, routine)
}

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && (('code' in error && error.code === code) || hasCode(error.cause, code))
}

/**
 * Errors that end the connection: it is refused, the server stops, or it has waited too long for the client. PostgreSQL says
 * the severity of an error in the language of its machine.
 */
const ends: ReadonlySet<string> = new Set(['FATAL', 'PANIC'])
const fatal = /^(08|28|57P|25P03|53300|3D000)/

/** Whether the connection was cut, by either side: then PostgreSQL has not said what became of the transaction. */
export function isCut(error: unknown): boolean {
  if (error instanceof RolledBack) return false
  return !(error instanceof DatabaseError) || ends.has(error.severity ?? '') || fatal.test(error.code ?? '')
}
