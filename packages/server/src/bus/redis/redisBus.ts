import { randomUUID } from 'node:crypto'
import { createInProcessBus } from '#bus/inProcess'
import type { Bus, NewsListener } from '#bus/bus'
import type { News } from '#store/news'
import type { RedisConnection } from './connection.ts'
import { type Message, parseMessage } from './message.ts'

/** How often each process says which teams it has moved, milliseconds. */
const beatMs = 500
/** News with more than this are sent without their entries, which are then read from the log. */
const maxBytes = 64 * 1024

/** What a process tells the others when it has changed something that they remember. */
const change = JSON.stringify({ changed: true })

/** [BUS-6] Tells all processes with the same Redis of a change, for a command that is none of them. */
export async function tellChange(redis: RedisConnection): Promise<void> {
  await redis.ask((client) => client.publish(commonOf(redis), `${randomUUID()} ${change}`))
}

/** The channel that every process receives. */
function commonOf(redis: RedisConnection): string {
  return `${redis.prefix}all`
}

/**
 * [BUS-5] Tells followers in all processes with the same Redis, over a channel for each team, which only processes with
 * followers of the team receive. A beat says again how far each team got, so that a lost message is noticed.
 */
export class RedisBus implements Bus {
  /** Called when another process has changed something of any team that processes remember. */
  onChanged: () => void = () => {}
  readonly #redis: RedisConnection
  readonly #local = createInProcessBus()
  /** What every message of this process begins with. It receives its own too. */
  readonly #sender = `${randomUUID()} `
  /** By team: how many follow it here. */
  readonly #followers = new Map<string, number>()
  /** By team: the newest number that this process has published since the last beat. */
  readonly #moved = new Map<string, number>()
  #hasChanged = false
  readonly #isChange: (news: News) => boolean
  #timer: NodeJS.Timeout | undefined

  /** `isChange`: whether news make something untrue that processes remember. */
  constructor(redis: RedisConnection, isChange: (news: News) => boolean) {
    this.#redis = redis
    this.#isChange = isChange
  }

  start(): void {
    this.#timer = setInterval(() => this.#beat(), beatMs).unref()
    this.#redis.listen((isUp) => {
      if (!isUp) return
      const channels = [this.#common, ...[...this.#followers.keys()].map((team) => this.#channelOf(team))]
      this.#redis.tell((client) => client.subscribe(channels, this.#receive))
      // What was changed while Redis was away is looked for at once.
      this.onChanged()
    })
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#beat()
  }

  publish(news: News): void {
    this.#local.publish(news)
    const { team, last } = news
    this.#moved.set(team, Math.max(last, this.#moved.get(team) ?? 0))
    const whole = JSON.stringify(news)
    this.#send(this.#channelOf(team), Buffer.byteLength(whole) > maxBytes ? JSON.stringify({ team, last }) : whole)
    if (this.#isChange(news)) this.#tellChange()
  }

  wake(news: News): void {
    this.#local.wake(news)
  }

  follow(team: string, listener: NewsListener): () => void {
    const leave = this.#local.follow(team, listener)
    const count = this.#followers.get(team) ?? 0
    this.#followers.set(team, count + 1)
    if (count === 0) this.#subscribe(team)
    let hasLeft = false
    return () => {
      leave()
      if (hasLeft) return
      hasLeft = true
      const left = (this.#followers.get(team) ?? 1) - 1
      if (left > 0) return void this.#followers.set(team, left)
      this.#followers.delete(team)
      this.#unsubscribe(team)
    }
  }

  #subscribe(team: string): void {
    this.#redis.tell((client) => client.subscribe(this.#channelOf(team), this.#receive))
  }

  #unsubscribe(team: string): void {
    this.#redis.tell(async (client) => {
      // With its listener, the library knows that a `subscribe` from now on has to be sent.
      await client.unsubscribe(this.#channelOf(team), this.#receive)
      // It does not know if a `subscribe` from before was answered meanwhile.
      if (this.#followers.has(team)) this.#subscribe(team)
    })
  }

  /** Changes of one moment are told together. */
  #tellChange(): void {
    if (this.#hasChanged) return
    this.#hasChanged = true
    setImmediate(() => {
      this.#hasChanged = false
      this.#send(this.#common, change)
    })
  }

  #beat(): void {
    if (this.#moved.size === 0) return
    this.#send(this.#common, JSON.stringify({ moved: [...this.#moved] }))
    this.#moved.clear()
  }

  #send(channel: string, text: string): void {
    this.#redis.tell((client) => client.publish(channel, this.#sender + text))
  }

  readonly #receive = (message: string): void => {
    if (message.startsWith(this.#sender)) return
    const told = parseMessage(message.slice(this.#sender.length))
    try {
      if (told) this.#hear(told)
    } catch {
      // It is like a lost message. Thrown further, it would cut the connection.
    }
  }

  #hear(told: Message): void {
    if (told.team !== undefined) return this.#local.hear(told)
    for (const [team, last] of told.moved ?? []) if (this.#followers.has(team)) this.#local.hear({ team, last })
    if (told.changed) this.onChanged()
  }

  get #common(): string {
    return commonOf(this.#redis)
  }

  #channelOf(team: string): string {
    return `${this.#redis.prefix}log:${team}`
  }
}
