import type { Config } from '#config'
import type { Clock } from '#store/clock'
import type { Store } from '#store/db'
import type { WorkspaceFile } from '#workspace/declaration'

export interface StartOptions {
  config: Config
  dev: boolean
  workspace: WorkspaceFile | undefined
  /** One that is open, in place of the one that `config` names. */
  store?: Store
  /** The clock of a store that is opened here. */
  clock?: Clock
  onUnexpectedError: (error: unknown, about: { requestId?: string; where: string }) => void
  /** Milliseconds for which calls on open connections are still refused in words at the end, before these are closed. */
  graceMs?: number
}
