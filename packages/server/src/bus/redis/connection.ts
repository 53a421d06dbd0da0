import type { RedisAddress } from './address.ts'
import { type Client, connectClient, isRefusal, RedisSilence } from './client.ts'
import { explainFailure } from './explainFailure.ts'

/** How often Redis is asked whether it is there, and how long it may owe the answer. Milliseconds. */
const pingMs = 500
const silentMs = 1000
/** How long to wait before the next attempt to connect. Milliseconds. */
const retryMs = 250

interface Options {
  address: RedisAddress
  /** What every key and channel begins with: it keeps apart what belongs to different databases. */
  prefix: string
  /** How long a call waits for Redis before it goes on alone. Milliseconds. */
  patienceMs: number
  /** Called with what the operator should know, in sentences. */
  onNotice: (words: string) => void
}

/**
 * [BUS-2] The connection of this process to Redis, which may be away at any time. Then questions are not answered, and
 * it is looked for again and again.
 */
export class RedisConnection {
  readonly prefix: string
  readonly #options: Options
  readonly #listeners = new Set<(isUp: boolean) => void>()
  #client: Client | undefined
  /** Whether an answer was late. Nobody waits for another one until Redis has answered a ping. */
  #isLate = false
  /** When Redis was asked whether it is there, if it has not answered. By `performance.now`. */
  #pingedAt: number | undefined
  /** What Redis has refused to do. It is away until it does this again. */
  #refused: ((client: Client) => Promise<unknown>) | undefined
  #ticker: NodeJS.Timeout | undefined
  #retry: NodeJS.Timeout | undefined
  #told = ''
  #isClosed = false

  private constructor(options: Options) {
    this.#options = options
    this.prefix = options.prefix
  }

  /** Throws words for the operator if something has to be corrected first. If Redis is only away, it is looked for. */
  static async open(options: Options): Promise<RedisConnection> {
    const connection = new RedisConnection(options)
    try {
      await connection.#connect()
    } catch (error) {
      const { words, isMistake } = explainFailure(error, options.address, options.prefix)
      if (isMistake) throw new Error(words, { cause: error })
      connection.#miss(error)
    }
    connection.#ticker = setInterval(() => connection.#ping(), pingMs).unref()
    return connection
  }

  get isUp(): boolean {
    return this.#client !== undefined
  }

  /** Calls `listener` when Redis is there, also if it is already, and when it is gone. */
  listen(listener: (isUp: boolean) => void): void {
    this.#listeners.add(listener)
    if (this.isUp) listener(true)
  }

  /** Asks Redis. Undefined if it is away, or does not answer in time: then the process goes on alone. */
  async ask<T>(question: (client: Client) => Promise<T>): Promise<T | undefined> {
    const client = this.#client
    if (!client || this.#isLate) return undefined
    const { promise: late, resolve } = Promise.withResolvers<undefined>()
    let isAnswered = false
    const timer = setTimeout(() => {
      // If this process stood still, the answer is there and was not read yet.
      setImmediate(() => {
        if (isAnswered) return
        this.#isLate = client === this.#client
        resolve(undefined)
      })
    }, this.#options.patienceMs)
    const asked = question(client).catch((error: unknown) => this.#lose(client, error, question))
    try {
      const answer = await Promise.race([asked, late])
      return answer ?? undefined
    } finally {
      isAnswered = true
      clearTimeout(timer)
    }
  }

  /** Tells Redis something. Nobody waits for it, and it is lost if Redis is away. */
  tell(message: (client: Client) => Promise<unknown>): void {
    const client = this.#client
    if (client) message(client).catch((error: unknown) => this.#lose(client, error, message))
  }

  close(): void {
    this.#isClosed = true
    clearInterval(this.#ticker)
    clearTimeout(this.#retry)
    this.#client?.destroy()
    this.#client = undefined
  }

  async #connect(): Promise<void> {
    const { address, prefix } = this.#options
    const connected: { client?: Client } = {}
    const onLost = (error: unknown) => connected.client && this.#lose(connected.client, error)
    const client = await connectClient({ address, prefix, onLost, trial: this.#refused })
    connected.client = client
    if (this.#isClosed || !client.isReady) {
      client.destroy()
      throw new RedisSilence()
    }
    this.#client = client
    this.#refused = undefined
    this.#isLate = false
    this.#pingedAt = undefined
    for (const listener of this.#listeners) listener(true)
  }

  #ping(): void {
    const client = this.#client
    if (!client) return
    const pingedAt = this.#pingedAt
    if (pingedAt === undefined) {
      this.#pingedAt = performance.now()
      this.tell(async (asked) => {
        await asked.ping()
        if (asked !== this.#client) return
        this.#pingedAt = undefined
        this.#isLate = false
      })
    } else if (performance.now() - pingedAt >= Math.max(silentMs, this.#options.patienceMs)) {
      // If this process stood still, the answer is there and was not read yet.
      setImmediate(() => {
        if (this.#pingedAt === pingedAt) this.#lose(client, new RedisSilence())
      })
    }
  }

  /** `question`: what was asked. If Redis answered that it does not do it, it may still do all else. */
  #lose(client: Client, error: unknown, question?: (client: Client) => Promise<unknown>): undefined {
    if (client !== this.#client) return
    if (isRefusal(error)) this.#refused = question
    this.#client = undefined
    client.destroy()
    for (const listener of this.#listeners) listener(false)
    this.#miss(error)
  }

  /** Says once that Redis is away, and looks for it. */
  #miss(error: unknown): void {
    if (this.#isClosed) return
    const { words, isMistake } = explainFailure(error, this.#options.address, this.prefix)
    if (this.#told === '' || (isMistake && words !== this.#told)) this.#tellAway(words)
    this.#retry = setTimeout(() => {
      this.#connect().then(
        () => this.#tellBack(),
        (failure: unknown) => this.#miss(failure),
      )
    }, retryMs).unref()
  }

  #tellAway(words: string): void {
    this.#told = words
    this.#options.onNotice(
      `${words} Until it is there, this process sees what others have done up to half a second late, and counts limits alone.`,
    )
  }

  #tellBack(): void {
    this.#told = ''
    this.#options.onNotice('Redis is there. What others do is seen at once, and limits are counted together.')
  }
}
