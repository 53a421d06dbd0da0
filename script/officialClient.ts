import { SocketModeClient } from '@slack/socket-mode'

/**
 * Run before each file of tests. The official client of Socket Mode drops a promise when it connects again. If it is told to
 * leave meanwhile, that promise is rejected with `undefined`, and Node takes it for a mistake of the program. On a busy machine
 * its pongs are late, so it connects again in any test.
 */
export function catchDroppedPromises(Client: typeof SocketModeClient): void {
  const { start } = Client.prototype
  if (start.name !== startQuietly.name) Client.prototype.start = startQuietly

  async function startQuietly(this: SocketModeClient): ReturnType<typeof start> {
    try {
      return await start.call(this)
    } catch (error) {
      if (error !== undefined) throw error
      return { ok: false }
    }
  }
}

catchDroppedPromises(SocketModeClient)
