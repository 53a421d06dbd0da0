import { randomUUID } from 'node:crypto'
import type { SocketPresence } from '#bus/socketPresence'
import type { Client } from './client.ts'
import type { RedisConnection } from './connection.ts'

/** How often a process says that it is alive, and after which time without that its sockets count no more. Milliseconds. */
const aliveMs = 1000
const goneMs = 4000
/** What nobody asks for expires. A process repeats what it has long before. Milliseconds. */
const keptMs = 86_400_000
const repeatMs = keptMs / 4
/** How many sockets are repeated in one turn of the event loop. */
const repeatedAtOnce = 500

/** What follows the process of a socket that was told to leave. */
const leavingMark = '!'

/** Adds a socket, unless its owner has too many. Sockets of processes that are gone are removed. */
const add = `
local count = 0
local sockets = redis.call('HGETALL', KEYS[1])
for i = 1, #sockets, 2 do
  local process = string.gsub(sockets[i + 1], '${leavingMark}', '')
  if redis.call('EXISTS', ARGV[1] .. process) == 0 then redis.call('HDEL', KEYS[1], sockets[i])
  elseif sockets[i] ~= ARGV[3] then count = count + 1 end
end
if count >= tonumber(ARGV[4]) then return 0 end
redis.call('HSET', KEYS[1], ARGV[3], ARGV[2])
redis.call('PEXPIRE', KEYS[1], ${keptMs})
return count + 1`

/** Marks sockets that were told to leave. Returns whether there is one that was not. */
const leave = `
for i = 3, #ARGV do redis.call('HSET', KEYS[1], ARGV[i], ARGV[2] .. '${leavingMark}') end
for _, process in ipairs(redis.call('HVALS', KEYS[1])) do
  if redis.call('EXISTS', ARGV[1] .. process) == 1 then return 1 end
end
return 0`

/** Says that a process is alive. Returns whether it was known to be. */
const stayAlive = `
local known = redis.call('EXISTS', KEYS[1])
redis.call('SET', KEYS[1], 1, 'PX', ${goneMs})
return known`

/** [BUS-4] The sockets at all processes with the same Redis: a hash for each owner, with the process of each socket. */
export class RedisSockets implements SocketPresence {
  readonly #redis: RedisConnection
  /** Another one for each connection: what could not be removed while there was none counts no more than the old one. */
  #process = randomUUID()
  /** The sockets of this process, with their owners. */
  readonly #own = new Map<string, string>()
  /** Those of which Redis may not know. */
  #unsure = new Set<string>()
  #timer: NodeJS.Timeout | undefined
  #repeatedAt = -Infinity

  constructor(redis: RedisConnection) {
    this.#redis = redis
  }

  start(): void {
    this.#timer = setInterval(() => this.#stayAlive(), aliveMs).unref()
    this.#redis.listen((isUp) => isUp && this.#beginAnew())
  }

  /** From now on the sockets of this process count no more. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#redis.ask((client) => client.del(this.#processKey))
  }

  async add(owner: string, socketId: string, most: number): Promise<number | 'full' | undefined> {
    this.#own.set(socketId, owner)
    const count = await this.#ask(add, owner, [socketId, String(most)])
    if (count === undefined) {
      if (this.#own.has(socketId)) this.#unsure.add(socketId)
      return undefined
    }
    if (count !== 0) return Number(count)
    this.remove(owner, socketId) // It may have been repeated meanwhile.
    return 'full'
  }

  remove(owner: string, socketId: string): void {
    this.#unsure.delete(socketId)
    if (this.#own.delete(socketId)) this.#redis.tell((client) => client.hDel(this.#key(owner), socketId))
  }

  async hasOther(owner: string, leaving: readonly string[]): Promise<boolean> {
    return (await this.#ask(leave, owner, leaving)) === 1
  }

  #ask(script: string, owner: string, more: readonly string[]) {
    const args = [this.#processKey.slice(0, -this.#process.length), this.#process, ...more]
    return this.#redis.ask((client) => client.eval(script, { keys: [this.#key(owner)], arguments: args }))
  }

  /** Takes a new name, says which sockets it has, and only then gives up the old name. */
  #beginAnew(): void {
    const old = this.#processKey
    this.#process = randomUUID()
    this.#repeatedAt = -Infinity
    this.#stayAlive(old)
  }

  /** If others may have taken this process for gone, or Redis has lost what it held, says anew which sockets it has. */
  #stayAlive(old?: string): void {
    this.#redis.tell(async (client) => {
      const known = await client.eval(stayAlive, { keys: [this.#processKey], arguments: [] })
      const now = performance.now()
      const repeatsAll = known !== 1 || now - this.#repeatedAt >= repeatMs
      if (repeatsAll) this.#repeatedAt = now
      const sockets = [...(repeatsAll ? this.#own.keys() : this.#unsure)]
      this.#unsure = new Set()
      for (let done = 0; done < sockets.length; done += repeatedAtOnce)
        await this.#repeat(client, sockets.slice(done, done + repeatedAtOnce))
      if (old !== undefined) await client.del(old)
    })
  }

  async #repeat(client: Client, sockets: readonly string[]): Promise<void> {
    await Promise.all(
      sockets.flatMap((socketId) => {
        const owner = this.#own.get(socketId)
        if (owner === undefined) return [] // It has closed meanwhile.
        const key = this.#key(owner)
        return [client.hSet(key, socketId, this.#process), client.pExpire(key, keptMs)]
      }),
    )
  }

  get #processKey(): string {
    return `${this.#redis.prefix}process:${this.#process}`
  }

  #key(owner: string): string {
    return `${this.#redis.prefix}sockets:${owner}`
  }
}
