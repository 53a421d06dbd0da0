import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { channel } from '#servers/workspace'

/** The ts of message `n` of the history. They are 20 seconds apart, so that a million of them end before today. */
export const historyTs = (n: number): string => `${1_764_000_000 + n * 20}.000200`

/** Writes so many messages into the database of a server that is stopped: thousands of calls would take long. */
export function writeHistory(data: string, messages: number): void {
  const db = new DatabaseSync(join(data, 'rivulet.db'))
  const own = ['ts', 'thread_ts', 'user_id', 'text', 'blocks', 'client_msg_id']
  const others = db
    .prepare(`select name from pragma_table_info('messages')`)
    .all()
    .map(({ name }) => String(name))
    .filter((name) => !own.includes(name))
    .join()
  db.exec(`create temp table sample as select * from messages where channel_id = '${channel}' limit 1`)
  const insert = db.prepare(
    `insert into messages (${others}, ${own.join()}) select ${others}, ?, null, ?, ?, '[]', null from sample`,
  )
  db.exec('begin')
  for (let n = 0; n < messages; n++) {
    const more = n % 7 === 0 ? `\n${'with more to read, '.repeat((n % 5) * 8)}` : ''
    insert.run(historyTs(n), `U0BENCH${Math.floor(n / 3) % 20}`, `Message ${n}${more}`)
  }
  db.exec('commit')
  db.close()
}
