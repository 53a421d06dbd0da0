import pg from 'pg'
import { parse } from 'pg-connection-string'

/** What the driver reads from an address. The pool has settings of its own, which nobody sets there. */
const settings: ReadonlySet<string> = new Set([
  'application_name',
  'client_encoding',
  'database',
  'fallback_application_name',
  'host',
  'idle_in_transaction_session_timeout',
  'lock_timeout',
  'options',
  'password',
  'port',
  'query_timeout',
  'replication',
  'ssl',
  'sslnegotiation',
  'statement_timeout',
  'user',
])

/**
 * What an address says, with the contents of the files that it names for TLS. The driver would read these for each connection,
 * and a file may be away for a moment.
 */
export function readAddress(url: string): pg.ClientConfig {
  const config = Object.fromEntries(Object.entries(parse(url)).filter(([name]) => settings.has(name)))
  const { port } = new pg.Client(config)
  // Node would throw in the middle of a connection, and the pool wait for its end.
  if (!(port >= 1 && port <= 65_535)) throw Object.assign(new Error('bad port'), { code: 'ERR_SOCKET_BAD_PORT' })
  return config
}
