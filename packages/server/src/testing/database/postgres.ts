import { userInfo } from 'node:os'
import pg from 'pg'

/** The URL of PostgreSQL: TEST_POSTGRES_URL, or the usual port of this machine; undefined if none answers. */
export const postgres = await (async () => {
  const given = process.env['TEST_POSTGRES_URL']
  const guesses = [userInfo().username, 'postgres'].map((user) => `postgres://${user}@127.0.0.1:5432/test`)
  for (const url of given ? [given] : guesses) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
    try {
      await client.connect()
      return url
    } catch {
      // Try the next one.
    } finally {
      await client.end().catch(() => {})
    }
  }
  return undefined
})()
