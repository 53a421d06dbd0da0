import { SocketModeClient, LogLevel } from '@slack/socket-mode'
import { appToken } from '#cluster/workspace'
import { ReceivedEvents } from './receivedEvents.ts'

/** How many processes of the app there are, with a socket each. */
const clientCount = 3

/** What the official client hands on. */
interface Received {
  ack: () => Promise<void>
  body: unknown
  retry_num?: number
}

/** An app with the official Socket Mode client, several times, that counts the events of messages in channels. */
export class SocketModeApp {
  readonly events = new ReceivedEvents('the app in Socket Mode', (channel) => channel.startsWith('C'))
  readonly #clients: SocketModeClient[]

  /** `api`: where it opens its sockets. */
  static async start(api: string): Promise<SocketModeApp> {
    const app = new SocketModeApp(api)
    await Promise.all(app.#clients.map((client) => client.start()))
    return app
  }

  private constructor(api: string) {
    this.#clients = Array.from({ length: clientCount }, () => {
      const retryConfig = { retries: 1000, minTimeout: 100, maxTimeout: 1000 }
      const clientOptions = { slackApiUrl: api, timeout: 5000, retryConfig }
      const client = new SocketModeClient({ appToken, clientOptions, logLevel: LogLevel.ERROR, logger: silent })
      client.on('message', ({ ack, body, retry_num: retry = 0 }: Received) => {
        ack().catch(() => {}) // the socket has closed: the event comes again
        this.events.add(body, retry)
      })
      return client
    })
  }

  async stop(): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.disconnect()))
  }
}

const silent = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
  setLevel: () => {},
  getLevel: () => LogLevel.ERROR,
  setName: () => {},
}
