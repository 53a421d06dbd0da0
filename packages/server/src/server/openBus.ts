import { parseRedisAddress, prefixFor } from '#bus/redis/address'
import { RedisConnection } from '#bus/redis/connection'
import { tellChange } from '#bus/redis/redisBus'
import { ConfigError } from '#config'
import { createEpoch, findEpoch } from '#domain/log/epoch'
import type { Store } from '#store/db'
import type { StartOptions } from './options.ts'

/** [BUS-1] How long a call waits for Redis before it goes on alone. Milliseconds. */
const patienceMs = 100
/** How long a command waits for it before it ends. Milliseconds. */
const commandPatienceMs = 1000

/** [BUS-2] What a start on PostgreSQL says if it has no bus. */
export const withoutBus =
  'Without --bus, this process looks twice a second for what other processes on its database have done.'

/** [BUS-1] Refuses a bus that nobody could use, before anything is opened. */
export function checkBus({ config, store }: StartOptions): void {
  if (config.bus !== undefined && config.store === undefined && !store)
    throw new ConfigError(
      '--bus needs --store postgres://…: it connects several processes on one database. One process needs none.',
    )
}

/** [BUS-1] The Redis that the settings name, for processes with this database; undefined if there is none. */
export async function openBus(options: StartOptions, store: Store): Promise<RedisConnection | undefined> {
  const { config, onNotice = () => {} } = options
  if (config.bus === undefined) {
    if (config.store !== undefined) onNotice(withoutBus)
    return undefined
  }
  return connect(config.bus, store, options.busPatienceMs ?? patienceMs, onNotice)
}

/**
 * [BUS-6] Tells the processes of a database that a command has changed something of it. If Redis is away, they see it as they do
 * without one. Throws words for the operator if something has to be corrected.
 */
export async function tellOfChange(bus: string, store: Store): Promise<void> {
  const redis = await connect(bus, store, commandPatienceMs, () => {})
  await tellChange(redis)
  redis.close()
}

async function connect(bus: string, store: Store, patienceMs: number, onNotice: (words: string) => void) {
  await store.write(createEpoch)
  const address = parseRedisAddress(bus)
  const prefix = prefixFor(await findEpoch(store.db), address)
  return RedisConnection.open({ address, prefix, patienceMs, onNotice })
}
