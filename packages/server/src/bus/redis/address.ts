/** Where a Redis is, and who asks it. */
export interface RedisAddress {
  host: string
  port: number
  isTls: boolean
  username: string | undefined
  password: string | undefined
  /** The number of the database within this Redis. */
  database: number
}

/** What every key and channel of a database begins with. Channels of Redis belong to all of its own databases. */
export function prefixFor(epoch: string, { database }: Pick<RedisAddress, 'database'>): string {
  return `rivulet:${epoch}:${database}:`
}

const form = 'needs to be an address like redis://user:password@host:6379/0'

/** Reads `redis://user:password@host:port/database`, or `rediss://…` for TLS. Throws an error that says what is wrong with it. */
export function parseRedisAddress(text: string): RedisAddress {
  if (!/^rediss?:\/\//.test(text)) throw new Error(form)
  const url = URL.parse(text)
  const [username, password] = [decode(url?.username), decode(url?.password)]
  if (!url || url.hostname === '' || username === undefined || password === undefined)
    throw new Error(
      `${form}; in the user and the password, characters like @ : / # ? % are written as %40 %3A %2F %23 %3F %25`,
    )
  if (url.search !== '' || url.hash !== '') throw new Error(`${form}, with nothing behind it`)
  const database = /^\/?(\d*)\/?$/.exec(url.pathname)?.[1]
  if (database === undefined) throw new Error(`${form}; the last part is the number of a database in Redis`)
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port || 6379),
    isTls: url.protocol === 'rediss:',
    username: username || undefined,
    password: password || undefined,
    database: Number(database),
  }
}

/** Undefined if it is not well-formed. */
function decode(text = ''): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
