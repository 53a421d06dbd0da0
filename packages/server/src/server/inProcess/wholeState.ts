import type { WorkspaceState } from '#domain/state/state'
import { readStatePage } from '#http/development/state/readWorkspaceState'
import type { Store } from '#store/db'

/** As many messages as a test's workspace may have. */
const mostMessages = 100_000

/** The state of a team with all its messages. */
export async function readWholeState(store: Store, teamId: string): Promise<WorkspaceState> {
  const { state, last } = await readStatePage(store, teamId, { limit: mostMessages })
  if (last) throw new Error(`${teamId} has more than ${mostMessages} messages: read it in pages, at /control/state.`)
  return state
}
