import { sql } from 'kysely'
import { takesWrites } from '#domain/access/movedTeams'
import { livingNodes } from '#domain/nodes/living'
import type { ServerNode } from '#domain/nodes/serverNode'
import { Steps } from '#domain/sweep/steps'
import type { Db, Store, Tx } from '#store/db'
import { channelsOfOthers, lastAttempt } from './deliveries.ts'
import type { Delivery } from './dueDeliveries.ts'

/**
 * [NOD-4] Decides which deliveries this node sends, and which others do. On SQLite it sends all. What is being sent over a socket
 * is not posted at the same time, nor the other way round.
 */
export class DeliveryLeases {
  readonly #store: Store
  readonly #node: ServerNode
  readonly #isAlone: boolean
  /** The events that are being taken or sent, or whose rows are being changed. */
  readonly #held = new Set<string>()

  constructor(store: Store, node: ServerNode) {
    this.#store = store
    this.#node = node
    this.#isAlone = store.db.cache.isSingleWriter
  }

  /**
   * Takes deliveries of one app, and returns those that this node may send now. One that was taken before may have been sent,
   * so it becomes a repetition [NOD-5]. Those that are held here already are left out, and what follows them in their channels: they
   * may be on their way from before the app changed to Socket Mode. `most`: how many of the app's deliveries all nodes may hold
   * together.
   */
  async take(wanted: readonly Delivery[], most = Infinity): Promise<Delivery[]> {
    const busy = new Set<string>()
    const deliveries = wanted.filter(({ event_id: id, channel_id: channel }) => {
      const isHeld = this.#held.has(id)
      if (isHeld && channel !== '') busy.add(channel)
      return !isHeld && !busy.has(channel)
    })
    const [first] = deliveries
    if (!first) return []
    for (const { event_id: id } of deliveries) this.#held.add(id)
    if (this.#isAlone) return deliveries
    const rows = await this.#takeRows(first.app_id, deliveries, most).catch((error: unknown) => {
      this.#release(deliveries)
      throw error
    })
    const taken = new Map(rows.map((row) => [row.event_id, row]))
    this.#release(deliveries.filter(({ event_id: id }) => !taken.has(id)))
    return deliveries.flatMap((delivery) => {
      const row = taken.get(delivery.event_id)
      return row ? [{ ...delivery, ...row }] : []
    })
  }

  async #takeRows(appId: string, deliveries: readonly Delivery[], most: number) {
    const rows = await this.#store.write(async (tx) => {
      await lockDeliveries(tx, appId)
      const room = most === Infinity ? most : most - (await countHeld(tx, appId))
      const ids = deliveries.slice(0, Math.max(room, 0)).map(({ event_id: id }) => id)
      return ids.length === 0 ? [] : takeRows(tx, appId, ids, this.#node.id)
    })
    // After a pause they may be another's.
    return this.#node.isAlive ? rows : []
  }

  /** Gives back what was taken and not sent. */
  async giveBack(deliveries: readonly Delivery[]): Promise<void> {
    if (deliveries.length === 0) return
    if (this.#isAlone) return this.#release(deliveries)
    const ids = deliveries.map(({ event_id: id }) => id)
    const giving = this.#store.write((tx) => {
      const own = tx.updateTable('deliveries').set({ node: null }).where('node', '=', this.#node.id)
      return own.where('event_id', 'in', ids).where(takesWrites(tx)).execute()
    })
    await giving.finally(() => this.#release(deliveries))
  }

  /** To be called by who has taken an event, when its row has been changed, or could not be. */
  release(eventId: string): void {
    this.#held.delete(eventId)
  }

  #release(deliveries: readonly Delivery[]): void {
    for (const { event_id: id } of deliveries) this.#held.delete(id)
  }

  /**
   * [NOD-5] Gives back what this node has taken and forgotten: its row could not be changed while the database was away. It
   * may have been sent.
   */
  async giveBackForgotten(): Promise<void> {
    if (this.#isAlone) return
    const forgotten = await this.#listForgotten(this.#store.db)
    const steps = new Steps()
    for (const appId of new Set(forgotten.map(({ app_id: id }) => id)))
      await steps.run(() => this.#store.write((tx) => this.#giveBackOf(tx, appId)))
    steps.finish()
  }

  async #giveBackOf(tx: Tx, appId: string): Promise<void> {
    await lockDeliveries(tx, appId)
    // Some may have been taken again before. None is from now on.
    const ids = (await this.#listForgotten(tx, appId)).map(({ event_id: id }) => id)
    if (ids.length === 0) return
    await tx
      .updateTable('deliveries')
      .set({ node: null, attempt: sql`least(attempt + 1, ${lastAttempt})`, reason: 'connection_failed' })
      .where('event_id', 'in', ids)
      .where('node', '=', this.#node.id)
      .execute()
  }

  /** Lists what this node has taken and does not hold. */
  async #listForgotten(db: Db, appId?: string) {
    const own = db.selectFrom('deliveries').select(['event_id', 'app_id']).where('node', '=', this.#node.id)
    const ofApp = appId === undefined ? own : own.where('app_id', '=', appId)
    const rows = await ofApp.where(takesWrites(db)).execute()
    return rows.filter(({ event_id: id }) => !this.#held.has(id))
  }
}

/** Two nodes that take at the same moment must not share a channel. */
function lockDeliveries(tx: Tx, appId: string): Promise<void> {
  return tx.lock(`deliveries of ${appId}`)
}

function takeRows(tx: Tx, appId: string, ids: readonly string[], node: string) {
  return (
    tx
      .updateTable('deliveries')
      .set({
        node,
        attempt: sql<number>`case when node is null then attempt else least(attempt + 1, ${lastAttempt}) end`,
        reason: sql`case when node is null then reason else 'connection_failed' end`,
      })
      .where('event_id', 'in', ids)
      .where((where) =>
        where.or([where('node', 'is', null), where('node', '=', node), where('node', 'not in', livingNodes(tx))]),
      )
      .where('channel_id', 'not in', channelsOfOthers(tx, appId, node))
      // [NOD-10] They would be refused, and the app's events of other teams with them.
      .where(takesWrites(tx))
      .returning(['event_id', 'attempt', 'reason'])
      .execute()
  )
}

async function countHeld(tx: Tx, appId: string): Promise<number> {
  const held = tx.selectFrom('deliveries').where('app_id', '=', appId).where('node', 'in', livingNodes(tx))
  const row = await held.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirst()
  return Number(row?.count ?? 0)
}
