import type { RedisAddress } from './address.ts'

/** How long a connection may take until Redis has answered everything that is asked at its beginning. Milliseconds. */
const connectMs = 2000

/** One connection, for commands and for what others publish. It is never connected again: another takes its place. */
export type Client = Awaited<ReturnType<typeof connectClient>>

/** Does what this server needs of Redis, so that what is missing is known at the start. */
const probe = `redis.call('SET', KEYS[1], redis.call('TIME')[1], 'PX', 1000) return redis.call('PUBLISH', KEYS[1], '')`

/** Connects and tries what is needed. `onLost` is called when a connection that was there breaks. */
export async function connectClient(address: RedisAddress, prefix: string, onLost: (error: unknown) => void) {
  const { host, port, isTls, username, password, database } = address
  // Only servers with a bus load the library.
  const { createClient } = await import('redis')
  const client = createClient({
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    database,
    name: 'rivulet',
    disableClientInfo: true,
    disableOfflineQueue: true,
    maintNotifications: 'disabled',
    socket: { host, port, connectTimeout: connectMs, reconnectStrategy: false, ...(isTls && { tls: true }) },
  })
  const failed = Promise.withResolvers<never>()
  failed.promise.catch(() => {}) // also when nobody waits any more
  client.on('error', (error: unknown) => {
    failed.reject(error)
    onLost(error)
  })
  const late = setTimeout(() => failed.reject(new RedisSilence()), connectMs)
  const begin = async () => {
    await client.connect()
    await client.eval(probe, { keys: [`${prefix}probe`], arguments: [] })
  }
  try {
    await Promise.race([begin(), failed.promise])
    return client
  } catch (error) {
    client.destroy()
    throw error
  } finally {
    clearTimeout(late)
  }
}

/** Redis did not answer in time. */
export class RedisSilence extends Error {
  readonly code = 'ETIMEDOUT'

  constructor() {
    super('no answer')
  }
}
