import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PostgresPool } from 'kysely'
import pg from 'pg'
import { isCut } from '#store/postgres/failures'
import { LostConnections } from './lostConnections.ts'
import { cutOffSettings, keepAlive } from './lostMachines.ts'
import { probeMs, question } from './question.ts'
import { StatementNames } from './statementNames.ts'
import { cut, WatchedClient } from './watchedClient.ts'

/** Milliseconds. A connection used or awaited for `suspectMs`, and then no answer for `probeMs`: a call waits four seconds. */
const suspectMs = 1000
const connectMs = 4500
const checkMs = 250
/** What is sent may take so long, in bytes per millisecond: until a whole question has arrived, PostgreSQL does nothing. */
const slowestLine = 50

/** [NOD-14] PostgreSQL ends a transaction whose process says nothing, so that its locks do not outlast the fault. Milliseconds. */
const abandonedMs = 10_000
const endSetting = `set idle_in_transaction_session_timeout = ${abandonedMs}`

/**
 * [NOD-21] PostgreSQL would make one plan for all values of a named statement, which suits an average team or channel. Most are
 * small, so it takes hundreds of times as long for a large one.
 */
const planSetting = 'set plan_cache_mode = force_custom_plan'

/** Somebody who waits for a connection. */
interface Waiter {
  since: number
  refuse: () => void
}

/**
 * A pool of connections to PostgreSQL. It notices if the database hangs: a connection that is in use or awaited for long
 * makes it ask over a new one. Without an answer, it cuts all connections, and refuses at the same moment all who wait
 * for one. Until an answer comes, connections are refused at once. A slow query on a database that answers is left alone,
 * unless packets were lost, or the database does not know of it.
 */
export class WatchedPool implements PostgresPool {
  /** Called when the database answers again. */
  onHealed = (): void => {}
  readonly names = new StatementNames()
  readonly options: pg.PoolConfig
  readonly #pool: pg.Pool
  readonly #sockets = new Set<Socket>()
  /** The connections in use, with the time at which each was taken. */
  readonly #takenAt = new Map<pg.PoolClient, number>()
  readonly #lost = new LostConnections()
  readonly #waiters = new Set<Waiter>()
  readonly #timer: NodeJS.Timeout
  readonly #suspectMs: number
  #hangs = false
  #isAsking = false
  #isGivenUp = false
  #ending: Promise<void> | undefined

  constructor(config: pg.PoolConfig, patience?: number) {
    this.#suspectMs = patience ?? suspectMs
    this.options = {
      ...config,
      pipeline: true,
      connectionTimeoutMillis: patience ?? connectMs,
      ...keepAlive,
      stream: () => this.#openSocket(),
      Client: WatchedClient,
    }
    this.#pool = new pg.Pool(this.options)
    this.#pool.on('error', () => {}) // an idle connection broke; the next query gets a new one, or the error
    this.#pool.on('connect', (client) => {
      // A connection that breaks inside a transaction fails its next query. Without a listener the error would end the process.
      client.on('error', () => {})
      client.query(`${endSetting}; ${planSetting}`).catch(() => {})
      client.query(cutOffSettings).catch(() => {})
    })
    this.#pool.on('acquire', (client) => {
      this.#takenAt.set(client, performance.now())
      if (client instanceof WatchedClient) client.take()
    })
    this.#pool.on('release', (_error, client) => this.#takenAt.delete(client))
    this.#pool.on('remove', (client) => this.#takenAt.delete(client))
    this.#timer = setInterval(() => this.#check(), checkMs).unref()
  }

  async connect(): Promise<pg.PoolClient> {
    if (this.#hangs || this.#isGivenUp) throw noAnswer()
    const { promise, resolve, reject } = Promise.withResolvers<pg.PoolClient>()
    const waiter = { since: performance.now(), refuse: () => reject(noAnswer()) }
    this.#waiters.add(waiter)
    Promise.try(() => this.#pool.connect()).then(
      // Who was refused meanwhile does not take it any more.
      (client) => (this.#waiters.delete(waiter) ? resolve(client) : client.release()),
      (error: unknown) => {
        this.#waiters.delete(waiter)
        reject(error)
      },
    )
    return promise
  }

  /** Nobody else gets a connection that was cut, which it may not have noticed yet, or of whose named statements nobody can be sure. */
  release(client: pg.PoolClient, wasCut: boolean): void {
    client.release(wasCut || this.names.isSpoiled(client))
  }

  async query(text: string, values: unknown[]): Promise<pg.QueryResult> {
    const client = await this.connect()
    let wasCut = false
    try {
      return await client.query(text, values)
    } catch (error) {
      wasCut = isCut(error)
      throw error
    } finally {
      this.release(client, wasCut)
    }
  }

  /**
   * A connection that breaks does not say whether it has committed. Resolves once the process that served it has ended:
   * then readers see it if it has. Gives up after a while.
   */
  async waitForEnd(client: pg.PoolClient): Promise<void> {
    const process: unknown = Reflect.get(client, 'processID')
    for (let asked = 0; asked < 100; asked++) {
      const { rowCount } = await this.query('select from pg_stat_activity where pid = $1', [process])
      if (!rowCount) return
      await sleep(20)
    }
  }

  /** From now on it is as if the database hung. */
  giveUp(): void {
    this.#isGivenUp = true
    this.#cutAll()
  }

  /** Called again, it waits for the same end. */
  end(): Promise<void> {
    return (this.#ending ??= this.#end())
  }

  async #end(): Promise<void> {
    clearInterval(this.#timer)
    const ended = this.#pool.end()
    // A database that hangs does not say goodbye.
    const cut = setTimeout(() => this.#cutAll(), probeMs)
    await ended
    clearTimeout(cut)
  }

  /** Asks the database if there is reason to, one question at a time. */
  #check(): void {
    const [longest] = this.#waiters
    const oldest = Math.min(...this.#takenAt.values(), longest?.since ?? Infinity)
    if (this.#isAsking || (!this.#hangs && performance.now() - oldest < this.#suspectMs)) return
    this.#isAsking = true
    void this.#ask()
      .catch(() => this.#takeAsHanging())
      .finally(() => (this.#isAsking = false))
  }

  async #ask(): Promise<void> {
    const heardBefore = new Map([...this.#sockets].map((socket) => [socket, socket.bytesRead]))
    const askedAt = performance.now()
    const waiting = this.#findWaiting()
    const backends = [...waiting.keys()].flatMap(({ backend }) => backend ?? [])
    const { answers, isLossy, active } = await question(() => new WatchedClient(this.options), backends)
    if (!answers) return this.#takeAsHanging()
    const hasHealed = this.#hangs
    this.#hangs = false
    for (const { socket } of this.#lost.find(waiting, active, askedAt, this.#suspectMs)) cut(socket)
    if (isLossy) this.#cutSilent(heardBefore)
    if (hasHealed) this.onHealed()
  }

  #takeAsHanging(): void {
    this.#hangs = true
    this.#cutAll()
  }

  /** The connections that have been in use for long and wait for an answer, with the bytes that each has read. */
  #findWaiting(): Map<WatchedClient, number> {
    const waiting = new Map<WatchedClient, number>()
    for (const [client, since] of this.#takenAt) {
      if (!(client instanceof WatchedClient) || !client.isWaiting) continue
      const sentAt = since + client.written / slowestLine
      if (performance.now() - sentAt >= this.#suspectMs) waiting.set(client, client.socket.bytesRead)
    }
    return waiting
  }

  /**
   * Cuts what was silent while packets were lost: the longer that went on, the later the system sends them again. `heardBefore`:
   * how many bytes each socket had read.
   */
  #cutSilent(heardBefore: ReadonlyMap<Socket, number>): void {
    for (const [socket, bytes] of heardBefore) if (socket.bytesRead === bytes) cut(socket)
  }

  #cutAll(): void {
    for (const socket of this.#sockets) cut(socket)
    for (const { refuse } of this.#waiters) refuse()
    this.#waiters.clear()
  }

  #openSocket(): Socket {
    const socket = new Socket()
    this.#sockets.add(socket)
    return socket.on('close', () => this.#sockets.delete(socket))
  }
}

function noAnswer(): Error {
  return Object.assign(new Error('PostgreSQL does not answer.'), { code: 'ETIMEDOUT' })
}
