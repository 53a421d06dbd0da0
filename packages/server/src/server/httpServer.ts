import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Config } from '#config'
import { listen } from '#http/wire/listen'
import { createServer, type ServerOptions } from '#http/routes'

/** How long a call that failed because the stop took too long has for its answer, milliseconds. */
const cutOffMs = 1000

/** The HTTP server on its port. */
export class HttpServer {
  readonly #options: ServerOptions
  readonly #config: Config
  readonly #graceMs: number
  #server: Server | undefined
  #cuttingOff: NodeJS.Timeout | undefined
  /** Where it listens, once it does. */
  url = ''

  constructor(options: ServerOptions, config: Config, graceMs: number) {
    this.#options = options
    this.#config = config
    this.#graceMs = graceMs
  }

  async start(): Promise<void> {
    const server = await createServer(this.#options)
    this.url = await listen(server, this.#config, '--port')
    this.#server = server
    this.#options.api.store.db.cache.publicUrl = this.#config.public_url ?? this.url
  }

  /** Lets every call finish, and closes the connections. */
  async stop(): Promise<void> {
    const server = this.#server
    if (!server) return
    // A client may already have sent a call on a connection that it keeps alive. The answer tells the client to close it.
    if (this.#graceMs > 0 && (await promisify(server.getConnections.bind(server))()) > 0) await sleep(this.#graceMs)
    const closed = new Promise<void>((done) => server.close(() => done()))
    server.closeIdleConnections()
    // A client keeps its connection alive after a late answer, so idle connections are closed again and again.
    const closingIdle = setInterval(() => server.closeIdleConnections(), 100)
    await closed
    clearInterval(closingIdle)
    clearInterval(this.#cuttingOff)
  }

  /** Closes all connections in a moment, and those that come later. Until then, calls that only just fail are answered. */
  cutOff(): void {
    this.#cuttingOff ??= setInterval(() => this.#server?.closeAllConnections(), cutOffMs).unref()
  }
}
