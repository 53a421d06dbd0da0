import type { CallWindow, SharedWindows } from '#bus/sharedWindows'
import type { RedisConnection } from './connection.ts'

const windowMs = 60_000
const secondMs = 1000

/**
 * Admits a call, or returns for how many milliseconds none is admitted. The list has the times of admitted calls, by the
 * clock of Redis, which all processes share. If that clock is put back, time stands still until the list has expired.
 */
const take = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local last = tonumber(redis.call('LINDEX', KEYS[1], -1) or now)
if last > now then now = last end
while true do
  local first = tonumber(redis.call('LINDEX', KEYS[1], 0) or now)
  if first > now - ${windowMs} then break end
  redis.call('LPOP', KEYS[1])
end
local wait = 0
for at, span in pairs({ ${windowMs}, ${secondMs} }) do
  local limit = tonumber(ARGV[at])
  local blocking = limit < 1 and now or tonumber(redis.call('LINDEX', KEYS[1], -limit) or now - span)
  wait = math.max(wait, blocking + span - now)
end
if wait > 0 then return wait end
redis.call('RPUSH', KEYS[1], now)
redis.call('PEXPIRE', KEYS[1], ${windowMs})
return 0`

/** [BUS-3] Rate limits that all processes with the same Redis count together. */
export class RedisWindows implements SharedWindows {
  /** How many calls this process counted alone, because Redis did not answer. */
  countedAlone = 0
  readonly #redis: RedisConnection

  constructor(redis: RedisConnection) {
    this.#redis = redis
  }

  async take(key: string, { limit, burst }: CallWindow): Promise<number | undefined> {
    const question = { keys: [this.#keyOf(key)], arguments: [String(limit), String(burst)] }
    const wait = await this.#redis.ask((client) => client.eval(take, question))
    if (wait === undefined) this.countedAlone++
    return wait === undefined ? undefined : Number(wait)
  }

  /** Takes the newest for it: which of them makes a difference of milliseconds. */
  giveBack(key: string): void {
    this.#redis.tell((client) => client.rPop(this.#keyOf(key)))
  }

  #keyOf(key: string): string {
    return `${this.#redis.prefix}calls:${key}`
  }
}
