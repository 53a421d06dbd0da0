import { createServer } from 'node:http'
import { listen } from '#http/wire/listen'
import type { Metrics } from './metrics.ts'

/** `/metrics` on an address and a port of its own, which no proxy in front of the server passes on. */
export class MetricsServer {
  readonly #server
  readonly #at: { host: string; port: number }
  /** Where it listens, once it does. */
  url = ''

  constructor(metrics: Metrics, at: { host: string; port: number }) {
    this.#at = at
    this.#server = createServer({ headersTimeout: 10_000, requestTimeout: 10_000, maxHeaderSize: 8192 }, (req, res) => {
      if (req.url !== '/metrics' || (req.method !== 'GET' && req.method !== 'HEAD'))
        return void res.writeHead(404, { connection: 'close' }).end()
      metrics.text().then(
        (text) => res.writeHead(200, { 'content-type': metrics.contentType }).end(text),
        () => res.writeHead(503, { connection: 'close' }).end(),
      )
    })
    this.#server.maxConnections = 16
    this.#server.setTimeout(30_000)
  }

  async start(): Promise<void> {
    this.url = await listen(this.#server, this.#at, '--metrics')
  }

  async stop(): Promise<void> {
    if (!this.#server.listening) return
    const closed = new Promise<void>((done) => this.#server.close(() => done()))
    this.#server.closeAllConnections()
    await closed
  }
}
