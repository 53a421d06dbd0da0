import type { Store } from '#store/db'
import { stopClock } from '#testing/workspace/stopClock'
import { attemptsOf } from './attempts.ts'
import { startServer } from '#testing/server/server'
import { scoutFile } from '#testing/workspace/scout'

const messages = ['message.channels', 'message.im', 'app_mention']

/** A server with an app that subscribes over Socket Mode, by default to messages and mentions. */
export async function startSocketServer({ store, events = messages }: { store?: Store; events?: string[] } = {}) {
  const server = await startServer({ ...(store ? { store } : {}), file: scoutFile({ events }) })
  // Before the server stops, time goes on.
  stopClock()
  return {
    ...server,
    say: async (text: string, channel = 'C0HELP', thread_ts?: string) =>
      (await server.request('POST', '/control/say', { team: 'T0ACME', user: 'U0ANA', channel, text, thread_ts })).body[
        'ts'
      ],
    waiting: async () => (await server.store.db.selectFrom('deliveries').selectAll().orderBy('seq').execute()).length,
    ...attemptsOf(server),
  }
}
