import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { startServer, type Server } from '#testing/server'

/** The ts of message `n` of the history, and of reply `n`: they are 97 seconds apart. */
export const historyTs = (n: number) => `${1_768_000_000 + n * 97}.000100`
export const replyTs = (n: number) => `${1_768_000_000 + n * 97}.000200`

/**
 * Starts a server whose #general has so many messages, "Message 0" and so on, by two people, and whose "Message 0" has so
 * many replies. Ana has read up to message and reply `readUpTo`, by default all. They are written into its database while it is stopped, because thousands of calls take long.
 */
export async function startServerWithHistory(messages: number, replies = 0, readUpTo?: number): Promise<Server> {
  const server = await startServer()
  await server.stop()
  const db = openDatabase(server)
  const columns = db
    .prepare(`select name from pragma_table_info('messages')`)
    .all()
    .map(({ name }) => String(name))
  const written = ['ts', 'thread_ts', 'user_id', 'text', 'blocks', 'client_msg_id']
  const others = columns.filter((column) => !written.includes(column)).join()
  const insert = db.prepare(
    `insert into messages (${others}, ${written.join()}) select ${others}, ?, ?, ?, ?, '[]', null
     from messages where channel_id = 'C0GENERAL' and thread_ts is null order by ts limit 1`,
  )
  const textOf = (name: string, n: number) =>
    `${name} ${n}${n % 7 === 0 ? `\n${'with more to read, '.repeat((n % 5) * 8)}` : ''}${n % 11 === 0 ? '\n```\ncode\n```' : ''}`
  db.exec('begin')
  for (let n = 0; n < messages; n++) insert.run(historyTs(n), null, n % 9 < 4 ? 'U0ANA' : 'U0BEN', textOf('Message', n))
  for (let n = 1; n <= replies; n++)
    insert.run(replyTs(n), historyTs(0), n % 9 < 4 ? 'U0ANA' : 'U0BEN', textOf('Reply', n))
  if (readUpTo !== undefined)
    db.prepare(`update members set last_read = ? where channel_id = 'C0GENERAL' and user_id = 'U0ANA'`).run(
      historyTs(readUpTo),
    )
  if (readUpTo !== undefined && replies > 0)
    db.prepare(
      `insert into followed_threads (team_id, user_id, channel_id, thread_ts, latest, last_read)
       select team_id, 'U0ANA', id, ?, ?, ? from channels where id = 'C0GENERAL'`,
    ).run(historyTs(0), replyTs(replies), replyTs(readUpTo))
  db.exec('commit')
  db.close()
  await server.restart()
  return server
}

/** Up to which message Ana has read #general, or another channel, as the database says. */
export function lastReadOfAna(server: Server, channel = 'C0GENERAL'): unknown {
  using db = openDatabase(server)
  const mark = db.prepare(`select last_read from members where channel_id = ? and user_id = 'U0ANA'`).get(channel)
  return mark?.['last_read']
}

function openDatabase(server: Server): DatabaseSync {
  return new DatabaseSync(join(server.data, 'rivulet.db'))
}
