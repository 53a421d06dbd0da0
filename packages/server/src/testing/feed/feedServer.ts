import { actionsOn } from '#testing/workspace/domain'
import { startServer } from '#testing/server/server'

export async function startFeedServer() {
  const server = await startServer()
  return { ...server, ...actionsOn(server.store), written: countRows }

  /** The same number before and after says that nothing was written. */
  async function countRows(): Promise<number> {
    const [log, messages] = await Promise.all([
      server.store.db.selectFrom('log').select('seq').execute(),
      server.store.db.selectFrom('messages').select('ts').execute(),
    ])
    return log.length + messages.length
  }
}
