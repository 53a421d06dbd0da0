import type { Config } from '#config'
import type { Clock } from '#store/clock'
import type { Store } from '#store/db'
import type { WorkspaceFile } from '#workspace/declaration'

export interface StartOptions {
  config: Config
  dev: boolean
  workspace: WorkspaceFile | undefined
  /** An open store to use instead of the one that `config` names. */
  store?: Store
  /** The clock of a store that is opened here. */
  clock?: Clock
  onUnexpectedError: (error: unknown, about: { requestId?: string; where: string }) => void
  /** How long a stopping server still answers calls on open connections with a refusal before it closes them, milliseconds. */
  graceMs?: number
}
