import { type LogEntry, StoreFailure, type Tx, type Work } from '#store/db'
import type { Soon } from '#store/maybePromise'

/** A write that waits, and its outcome. */
export interface Job {
  fn: (tx: Tx) => Soon<unknown>
  value: unknown
  error: unknown
  failed: boolean
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

/** What goes into one transaction and one sync. */
export class Group {
  readonly jobs: Job[] = []
  readonly works: Work[] = []
  readonly entries: LogEntry[] = []
  changed = false
  /** It is on stable storage. */
  kept = false
}

/** Why a group was refused, in words for who waits. */
export function refusal(error: unknown): StoreFailure {
  if (error instanceof StoreFailure) return error
  return new StoreFailure(`The database refused a commit: ${String(error)}`, { cause: error })
}

/** The disk is full: that may pass. */
export function isFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('errcode' in error && error.errcode === 13) || isFull(error.cause)
}
