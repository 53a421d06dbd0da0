import { attemptsOf } from './attempts.ts'
import { startServer } from '#testing/server/server'
import { scoutFile } from '#testing/workspace/scout'

/** A server with an app that subscribes to messages and mentions over Socket Mode. */
export async function startSocketServer() {
  const server = await startServer({ file: scoutFile({ events: ['message.channels', 'message.im', 'app_mention'] }) })
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
