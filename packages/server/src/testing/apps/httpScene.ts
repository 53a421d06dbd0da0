import { attemptsOf } from './attempts.ts'
import { anHttpApp } from './httpApp.ts'
import { aServer } from '#testing/server/server'
import { socketApp } from '#testing/workspace/scout'

/** The whole server, and Scout to whom what happens is posted. */
export async function anAppByHttp(given: Parameters<typeof socketApp>[0] = {}) {
  const app = await anHttpApp()
  const server = await aServer({ file: socketApp({ events: postedEvents, requestUrl: app.url, ...given }) })
  return {
    ...server,
    app,
    say: async (text: string, channel = 'C0HELP') =>
      (await server.ask('POST', '/control/say', { team: 'T0ACME', user: 'U0ANA', channel, text })).body['ts'],
    waiting: async () => (await server.store.db.selectFrom('deliveries').selectAll().execute()).length,
    ...attemptsOf(server),
  }
}

/** What Scout subscribes to. */
export const postedEvents = ['message.channels', 'message.im', 'app_mention']

/** Long enough for what must not happen. */
export async function quiet(): Promise<void> {
  await new Promise((done) => setTimeout(done, 700))
}
