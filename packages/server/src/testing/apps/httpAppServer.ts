import { stopClock } from '#testing/workspace/stopClock'
import { attemptsOf } from './attempts.ts'
import { startHttpApp } from './httpApp.ts'
import { startServer } from '#testing/server/server'
import { scoutFile } from '#testing/workspace/scout'

/** Starts the whole server, and Scout as an app that receives events over HTTP. */
export async function startServerWithHttpApp(options: Parameters<typeof scoutFile>[0] = {}) {
  const app = await startHttpApp()
  const server = await startServer({ file: scoutFile({ events: subscribedEvents, requestUrl: app.url, ...options }) })
  // Before the server stops, time goes on: it waits for its requests.
  stopClock()
  return {
    ...server,
    clock: server.store.db.clock,
    app,
    sendMessage: async (text: string, channel = 'C0HELP') =>
      (await server.request('POST', '/control/say', { team: 'T0ACME', user: 'U0ANA', channel, text })).body['ts'],
    countPending: async () => (await server.store.db.selectFrom('deliveries').selectAll().execute()).length,
    ...attemptsOf(server),
  }
}

/** The events that Scout subscribes to. */
export const subscribedEvents = ['message.channels', 'message.im', 'app_mention']

/** Waits long enough for anything unwanted to happen. */
export async function waitForQuiet(): Promise<void> {
  await new Promise((done) => setTimeout(done, 700))
}
