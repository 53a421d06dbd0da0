import { sql } from 'kysely'
import { listClosedTeams, takesWrites } from '#domain/access/movedTeams'
import { deleteBatchOf, deleteInBatches } from '#domain/sweep/inBatches'
import type { ServerNode } from '#domain/nodes/serverNode'
import { DiskRefusal, type Store, TeamAway, type Tx } from '#store/db'
import { retentionMs } from './recordEvents.ts'

/**
 * [EVT-6] How long deliveries are kept: for the full time from a start, because the time while the server was down does not
 * count, and so from the end of a time in which no node had the database. A node that starts beside others extends nothing: they
 * could deliver all the time.
 */
export class Retention {
  readonly #store: Store
  readonly #node: ServerNode
  readonly #onUnexpectedError: (error: unknown) => void
  /** The teams whose deliveries are still to be extended; undefined for all of them. */
  #waiting: string[] | undefined

  constructor(store: Store, node: ServerNode, onUnexpectedError: (error: unknown) => void) {
    this.#store = store
    this.#node = node
    this.#onUnexpectedError = onUnexpectedError
    node.onFirstAgain = () => (this.#waiting = undefined)
  }

  async start(): Promise<void> {
    await this.#extend().catch((error: unknown) => {
      if (error instanceof TeamAway) return // its team was closed at this moment, and a sweep extends the rest
      if (!(error instanceof DiskRefusal)) throw error // a full disk can still be read
      this.#onUnexpectedError(error)
    })
  }

  /** Deletes deliveries that no app has taken in time. */
  async sweep(stopped?: AbortSignal): Promise<void> {
    await this.#extend()
    await deleteInBatches(this.#store, deleteOld, stopped)
  }

  /** [NOD-10] Deliveries of a team that is closed are extended when it is open again. */
  async #extend(): Promise<void> {
    if (!this.#node.isFirst || this.#waiting?.length === 0) return
    const closed = await listClosedTeams(this.#store.db)
    const open = this.#waiting?.filter((team) => !closed.includes(team))
    if (!open || open.length > 0) await this.#store.write((tx) => extend(tx, open))
    this.#waiting = this.#waiting?.filter((team) => closed.includes(team)) ?? closed
  }
}

async function extend(tx: Tx, teams: readonly string[] | undefined): Promise<void> {
  const all = tx.updateTable('deliveries').set({ kept_until: tx.clock.now() + retentionMs })
  const extended = teams ? all.where('team_id', 'in', teams) : all
  await extended.where(takesWrites(tx)).execute()
}

function deleteOld(tx: Tx): Promise<number> {
  return deleteBatchOf(tx, 'deliveries', ['team_id', 'event_id'], sql`kept_until <= ${tx.clock.now()}`)
}
