import { actionsOn } from '#testing/workspace/domain'
import { startServer } from '#testing/server/server'

/** A server with functions that change its streams and settings. */
export async function startFeedServer() {
  const server = await startServer()
  return { ...server, ...actionsOn(server.store), written: countRows }

  /** Counts messages and log entries. If the number does not change, nothing was written. */
  async function countRows(): Promise<number> {
    const [log, messages] = await Promise.all([
      server.store.db.selectFrom('log').select('seq').execute(),
      server.store.db.selectFrom('messages').select('ts').execute(),
    ])
    return log.length + messages.length
  }
}
