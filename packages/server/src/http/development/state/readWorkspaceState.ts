import { byPlace } from '#domain/state/diffMessages'
import { readFiles } from '#domain/state/files'
import { readState } from '#domain/state/read'
import type { WorkspaceState } from '#domain/state/state'
import type { Store } from '#store/db'
import { type MessagePlace, readEphemerals, readMessages } from './messages.ts'

/** A state with up to so many messages. `last` is the last one of them if there are more. */
export interface StatePage {
  state: WorkspaceState
  last: MessagePlace | undefined
}

/** Reads a team as of one moment. Pages after the first have nothing but messages. */
export async function readStatePage(
  store: Store,
  teamId: string,
  { limit, after }: { limit: number; after?: MessagePlace | undefined },
): Promise<StatePage> {
  return store.snapshot(async (db) => {
    const facts = await readState(db, teamId)
    const channels = facts.channels.map(({ id }) => id)
    const { messages, last } = await readMessages(db, teamId, { channels, after, limit })
    const ephemerals = after === undefined ? await readEphemerals(db, teamId) : []
    const files = after === undefined ? await readFiles(db, store.blobs, teamId) : []
    return { state: { ...facts, messages: [...messages, ...ephemerals].toSorted(byPlace), files }, last }
  })
}
