import { setTimeout as sleep } from 'node:timers/promises'
import type { HandedReply, HandedRequest, Handover, HandoverSockets } from '#bus/handover'
import { newSecret } from '#domain/ids'
import { databaseNow, livingNodes } from '#domain/nodes/living'
import type { ServerNode } from '#domain/nodes/serverNode'
import type { Store, Tx } from '#store/db'
import type { Sealed } from '#store/secrets/secrets'

/** How long a node waits for another one to accept, and how long a person waits in all. Milliseconds. */
const acceptMs = 2000
const personMs = 3000
/** How often a node looks which of its requests were accepted and answered, milliseconds. */
const lookMs = 25
/** What a node has left behind that died while it waited is deleted after this time, milliseconds. */
const forgottenMs = 60_000

/** [NOD-6] Hands requests over in rows of the database. Nodes with sockets look there ten times a second. */
export class DatabaseHandover implements Handover {
  readonly #store: Store
  readonly #node: ServerNode
  readonly #sockets: HandoverSockets
  readonly #onUnexpectedError: (error: unknown) => void
  /** The look at what was asked that has not begun yet. */
  #looking: Promise<ReadonlyMap<string, Asked>> | undefined

  constructor(store: Store, node: ServerNode, sockets: HandoverSockets, onUnexpectedError: (error: unknown) => void) {
    this.#store = store
    this.#node = node
    this.#sockets = sockets
    this.#onUnexpectedError = onUnexpectedError
  }

  async ask(request: HandedRequest, signal: AbortSignal): Promise<HandedReply | undefined> {
    const { teamId: team_id, appId: app_id } = request
    const key = { team_id, id: newSecret() }
    const sealed = this.#seal(key.id, request)
    const wasAsked = await this.#store.write(async (tx) => {
      const other = await livingNodes(tx).where('id', '!=', this.#node.id).limit(1).executeTakeFirst()
      if (!other) return false
      await tx.deleteFrom('handovers').where('asked_at', '<', databaseNow(-forgottenMs)).execute()
      const row = { ...key, app_id, request: sealed, asked_by: this.#node.id, asked_at: databaseNow() }
      await tx.insertInto('handovers').values(row).execute()
      return true
    })
    if (!wasAsked) return undefined
    try {
      return await this.#answerTo(key, signal)
    } finally {
      // Nobody waits for this.
      this.#store.write((tx) => deletionOf(tx, key).execute()).catch(this.#onUnexpectedError)
    }
  }

  async #answerTo(key: Key, signal: AbortSignal): Promise<HandedReply | undefined> {
    const began = performance.now()
    while (!signal.aborted) {
      const row = (await this.#nextLook()).get(key.id)
      if (row?.reply) return this.#open<HandedReply>(key.id, row.reply)
      if (!row?.node && performance.now() - began > acceptMs && (await this.#withdraw(key))) return undefined
    }
    return (await this.#withdraw(key)) ? undefined : { envelopeId: undefined, reply: 'unanswered' }
  }

  /** What this node has asked for, by id. All who wait share one look. */
  #nextLook(): Promise<ReadonlyMap<string, Asked>> {
    return (this.#looking ??= sleep(lookMs).then(() => {
      this.#looking = undefined
      return this.#readAsked()
    }))
  }

  async #readAsked(): Promise<ReadonlyMap<string, Asked>> {
    const asked = this.#store.db.selectFrom('handovers').where('asked_by', '=', this.#node.id)
    const rows = await asked.select(['id', 'node', 'reply']).execute()
    return new Map(rows.map((row) => [row.id, row]))
  }

  /** Whether nobody has accepted the request. Then nobody can any more. */
  async #withdraw(key: Key): Promise<boolean> {
    const { numDeletedRows } = await this.#store.write((tx) =>
      deletionOf(tx, key).where('node', 'is', null).executeTakeFirstOrThrow(),
    )
    return numDeletedRows > 0n
  }

  /** Looks for requests of other nodes, and accepts those for which there is a socket here. */
  async look(): Promise<void> {
    const apps = this.#sockets.reachableApps
    if (apps.length === 0) return
    const waiting = await this.#store.db
      .selectFrom('handovers')
      .select(['team_id', 'id'])
      .where('app_id', 'in', apps)
      .where('node', 'is', null)
      .where('asked_by', '!=', this.#node.id)
      // The node that asked for an older one has died: the person was told that the app does not answer.
      .where('asked_at', '>', databaseNow(-acceptMs))
      .execute()
    for (const key of waiting) this.#accept(key).catch(this.#onUnexpectedError)
  }

  async #accept(key: Key): Promise<void> {
    const began = performance.now()
    const accepted = await this.#store.write((tx) =>
      changeOf(tx, key)
        .set({ node: this.#node.id })
        .where('node', 'is', null)
        .where('asked_at', '>', databaseNow(-acceptMs))
        .returning(['request', ({ eb }) => eb(databaseNow(), '-', eb.ref('asked_at')).as('age')])
        .executeTakeFirst(),
    )
    if (!accepted) return
    const request = this.#open<HandedRequest>(key.id, accepted.request)
    // Counted from before the question, since this process may have been paused after it.
    const leftMs = Math.floor(personMs - Number(accepted.age) - (performance.now() - began))
    const sent = leftMs > 0 ? this.#sockets.send(request, AbortSignal.timeout(leftMs)) : undefined
    const set = sent
      ? { reply: this.#seal(key.id, { envelopeId: sent.envelopeId, reply: await sent.reply } satisfies HandedReply) }
      : { node: null }
    await this.#store.write((tx) => changeOf(tx, key).set(set).execute())
  }

  /** Requests contain secrets, such as the URL at which the app may answer. */
  #seal(id: string, value: HandedRequest | HandedReply): Sealed {
    return this.#store.db.secrets.seal(`handover ${id}`, JSON.stringify(value))
  }

  #open<T extends HandedRequest | HandedReply>(id: string, sealed: Sealed): T {
    return JSON.parse(this.#store.db.secrets.open(`handover ${id}`, sealed))
  }
}

interface Asked {
  node: string | null
  reply: Sealed | null
}

interface Key {
  team_id: string
  id: string
}

function deletionOf(tx: Tx, { team_id: team, id }: Key) {
  return tx.deleteFrom('handovers').where('team_id', '=', team).where('id', '=', id)
}

function changeOf(tx: Tx, { team_id: team, id }: Key) {
  return tx.updateTable('handovers').where('team_id', '=', team).where('id', '=', id)
}
