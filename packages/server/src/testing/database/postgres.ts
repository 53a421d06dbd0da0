import { userInfo } from 'node:os'
import pg from 'pg'

/** Where PostgreSQL is: the address that is given, else the usual port of this machine; undefined where none answers. */
export const postgres = await (async () => {
  const given = process.env['TEST_POSTGRES_URL']
  const guesses = [userInfo().username, 'postgres'].map((user) => `postgres://${user}@127.0.0.1:5432/test`)
  for (const url of given ? [given] : guesses) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
    try {
      await client.connect()
      return url
    } catch {
      // The next one, or none.
    } finally {
      await client.end().catch(() => {})
    }
  }
  return undefined
})()
