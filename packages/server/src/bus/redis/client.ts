import type { RedisAddress } from './address.ts'

/** How long a connection may take until Redis has answered everything that is asked at its beginning. Milliseconds. */
const connectMs = 2000

/** One connection, for commands and for what others publish. It is never connected again: another takes its place. */
export type Client = Awaited<ReturnType<typeof makeClient>>

/** Does what this server needs of Redis, so that what is missing is known at the start. */
const probe = `redis.call('SET', KEYS[1], redis.call('TIME')[1], 'PX', 1000) return redis.call('PUBLISH', KEYS[1], '')`

interface ConnectOptions {
  address: RedisAddress
  prefix: string
  /** Called when a connection that was there breaks. */
  onLost: (error: unknown) => void
  /** What Redis has refused to do before. What is done twice does no harm. */
  trial: ((client: Client) => Promise<unknown>) | undefined
}

/** Connects and tries what is needed. */
export async function connectClient({ address, prefix, onLost, trial }: ConnectOptions): Promise<Client> {
  const client = await makeClient(address)
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
    await trial?.(client)
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

async function makeClient({ host, port, isTls, username, password, database }: RedisAddress) {
  // Only servers with a bus load the library.
  const { createClient } = await import('redis')
  return createClient({
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    database,
    name: 'rivulet',
    disableClientInfo: true,
    disableOfflineQueue: true,
    maintNotifications: 'disabled',
    socket: { host, port, connectTimeout: connectMs, reconnectStrategy: false, ...(isTls && { tls: true }) },
  })
}

/** The errors of the library for what Redis has understood and does not do. */
const refusals: ReadonlySet<string> = new Set(['SimpleError', 'BlobError'])

/** Whether Redis has answered with an error. It may do other things all the same. */
export function isRefusal(error: unknown): boolean {
  return error instanceof Error && refusals.has(error.constructor.name)
}

/** Redis did not answer in time. */
export class RedisSilence extends Error {
  readonly code = 'ETIMEDOUT'

  constructor() {
    super('no answer')
  }
}
