import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { json } from 'node:stream/consumers'
import { httpAppChannels } from '#cluster/workspace'
import { field } from '#load/untypedFields'
import { ReceivedEvents } from './receivedEvents.ts'

/** An app that gets the events of messages over HTTP. */
export class HttpApp {
  readonly events = new ReceivedEvents('the app over HTTP', (channel) => httpAppChannels.includes(channel))
  readonly #server: Server

  /** `host`: where the nodes reach this process. */
  static async start(host: string): Promise<HttpApp> {
    const app = new HttpApp()
    app.#server.listen(0, host)
    await once(app.#server, 'listening')
    return app
  }

  private constructor() {
    this.#server = createServer((request, response) => {
      const retry = Number(request.headers['x-slack-retry-num'] ?? 0)
      json(request).then(
        (body) => {
          const challenge = field(body, 'challenge')
          if (challenge === undefined) this.events.add(body, retry)
          response.end(JSON.stringify(challenge === undefined ? {} : { challenge }))
        },
        () => response.destroy(), // the node has gone in the middle: the event comes again
      )
    })
  }

  get url(): string {
    const address = this.#server.address()
    if (address === null || typeof address === 'string') throw new Error('the app over HTTP does not listen')
    return `http://${address.address}:${address.port}/events`
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise<void>((done) => this.#server.close(() => done()))
  }
}
