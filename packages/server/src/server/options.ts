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
  /** Called with what the operator should know, in sentences: of the start, and of the machine's clock. */
  onNotice?: (words: string) => void
  /** [OPS-16] Says that the server shall not start after all. Then `start` undoes what it has begun, and throws the reason. */
  stopping?: AbortSignal
  onUnexpectedError: (error: unknown, about: { requestId?: string; where: string }) => void
  /** How long a call waits for the bus, milliseconds. */
  busPatienceMs?: number
  /** How long a stopping server still answers calls on open connections with a refusal before it closes them, milliseconds. */
  graceMs?: number
  /** How long a stopping server waits for the database and for callers before it goes on without them, milliseconds. */
  stopPatienceMs?: number
}
