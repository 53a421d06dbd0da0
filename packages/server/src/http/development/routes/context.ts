import type { Bus } from '#bus/bus'
import type { KnownToken } from '#domain/apps/credentials'
import type { Interactions } from '#domain/interactions/interactions'
import type { Api } from '#http/api/api'
import type { FaultInjection } from '#http/development/faults/faultInjection'
import type { Hints } from '#http/development/hints/hints'
import type { Journal } from '#http/development/journal/journal'
import type { Kit } from '#http/development/kit/kit'
import type { TestWorkspaces } from '#http/development/workspaces/testWorkspaces'
import type { Store } from '#store/db'

/** What the routes of a development server work with. */
export interface ControlContext {
  api: Api
  store: Store
  bus: Bus
  faults: FaultInjection
  journal: Journal
  kit: Kit
  hints: Hints | undefined
  /** Aborted when the server goes down. */
  shutdown: AbortSignal
  interactions: Interactions
  /** Restores the workspace file's state. */
  reset: () => Promise<void>
  /** Does what has become due since the clock was turned. */
  doWhatIsDue: () => Promise<void>
  workspaces: TestWorkspaces
  /** Tokens that the workspace file names. */
  knownTokens: readonly KnownToken[]
  /** Whether an app has an open socket. */
  isConnected: (appId: string) => boolean
  /** The path of the OpenAPI document of these routes. */
  controlApiFile: string
}
