import { sql } from 'kysely'
import { newId } from '#domain/ids'
import type { Store, Tx } from '#store/db'
import { databaseNow, livingNodes } from './living.ts'

/** [NOD-1] How long a process that says nothing counts as alive, milliseconds. */
const leaseMs = 10_000
/** A process that is gone for this long is forgotten, milliseconds. */
const forgottenMs = 60_000
/** How long a process may be paused while it says so. The others then still have most of their own ten seconds. Milliseconds. */
const longestPauseMs = 2000
/** One process at a time says that it lives, so that none takes what another has just kept. */
const nodesLock = 'nodes'

/**
 * This process, among those that share its database. It says again and again that it lives. What it has taken is its own
 * until it has said nothing for ten seconds of the database's clock. On SQLite it is alone.
 */
export class ServerNode {
  readonly id = newId('N')
  readonly #store: Store
  readonly #isAlone: boolean
  /** By this process's steady clock, and never later than by the database's. */
  #aliveUntil = -Infinity
  #hasSweeps = false
  /** Whether no other process lived when this one said for the first time that it does. */
  isFirst = true
  /** Called when no process has lived for a minute, as while the database was away, and this one is the first of them again. */
  onFirstAgain = (): void => {}

  constructor(store: Store) {
    this.#store = store
    this.#isAlone = store.db.cache.isSingleWriter
  }

  /** Whether what it has taken is still its own. A process that was paused, or cut off from the database, may have lost it. */
  get isAlive(): boolean {
    return this.#isAlone || performance.now() < this.#aliveUntil
  }

  /** [NOD-2] Whether it is the one that sweeps. */
  get sweeps(): boolean {
    return this.#isAlone || (this.#hasSweeps && this.isAlive)
  }

  /** Whether another process lives on its database at this moment. */
  async hasNeighbours(): Promise<boolean> {
    if (this.#isAlone) return false
    return (await livingNodes(this.#store.db).where('id', '!=', this.id).limit(1).executeTakeFirst()) !== undefined
  }

  /** Says that it lives, and takes the sweeps if nobody who lives has them. */
  async beat(): Promise<void> {
    if (this.#isAlone) return
    const began = performance.now()
    const isNew = this.#aliveUntil === -Infinity
    const wasAway = !this.isAlive
    const { hasSweeps, isFirst } = await this.#store.write(async (tx) => {
      // A process that is paused here keeps all others from saying that they live.
      await tx.send(sql`set local idle_in_transaction_session_timeout = ${sql.lit(longestPauseMs)}`)
      await tx.lock(nodesLock)
      return { isFirst: wasAway && !(await hasLived(tx, isNew ? 0 : forgottenMs)), hasSweeps: await this.#beat(tx) }
    })
    this.#hasSweeps = hasSweeps
    if (isNew) this.isFirst = isFirst
    else if (isFirst) {
      this.isFirst = true
      this.onFirstAgain()
    }
    this.#aliveUntil = began + leaseMs
  }

  async #beat(tx: Tx): Promise<boolean> {
    const until = databaseNow(leaseMs)
    await tx.send(
      tx
        .insertInto('nodes')
        .values({ id: this.id, until })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ until })),
    )
    await tx.send(tx.deleteFrom('nodes').where('until', '<', databaseNow(-forgottenMs)))
    const taken = await tx
      .insertInto('leases')
      .values({ name: 'sweeps', node: this.id })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet({ node: this.id })
          .where((where) =>
            where.or([where('leases.node', '=', this.id), where('leases.node', 'not in', livingNodes(tx))]),
          ),
      )
      .returning('name')
      .executeTakeFirst()
    return taken !== undefined
  }

  /** [NOD-3] Gives the sweeps back. The process must not `beat` any more. */
  async resign(): Promise<void> {
    if (!this.#hasSweeps) return
    this.#hasSweeps = false
    await this.#store.write((tx) => tx.deleteFrom('leases').where('node', '=', this.id).execute())
  }

  /** [NOD-3] Says that it is gone, so that nobody waits for it. */
  async leave(): Promise<void> {
    if (this.#isAlone) return
    this.#aliveUntil = -Infinity
    await this.#store.write((tx) => tx.deleteFrom('nodes').where('id', '=', this.id).execute())
  }
}

/** Whether any process was alive within this time. */
async function hasLived(tx: Tx, withinMs: number): Promise<boolean> {
  const lived = tx.selectFrom('nodes').select('id').where('until', '>', databaseNow(-withinMs))
  return (await lived.limit(1).executeTakeFirst()) !== undefined
}
