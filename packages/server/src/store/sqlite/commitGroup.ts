import { StoreFailure, type Tx } from '#store/db'
import type { LogEntry, UnitOfWork } from '#store/unitOfWork'
import type { MaybePromise } from '#store/maybePromise'

/** A write that waits for its commit, and its outcome. */
export interface PendingWrite {
  fn: (tx: Tx) => MaybePromise<unknown>
  value: unknown
  error: unknown
  failed: boolean
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

/** Writes that share one transaction and one sync. */
export class CommitGroup {
  readonly writes: PendingWrite[] = []
  readonly works: UnitOfWork[] = []
  readonly entries: LogEntry[] = []
  hasChanges = false
  /** Whether the group is on stable storage. */
  isDurable = false
}

/** The error for callers whose group was not committed. */
export function toStoreFailure(error: unknown): StoreFailure {
  if (error instanceof StoreFailure) return error
  return new StoreFailure(`The database refused a commit: ${String(error)}`, { cause: error })
}

/** A full disk is no lasting failure: somebody may make room. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('errcode' in error && error.errcode === 13) || isDiskFull(error.cause)
}
