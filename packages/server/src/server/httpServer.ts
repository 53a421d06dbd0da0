import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Config } from '#config'
import { createServer, type ServerOptions } from '#http/routes'

/** The HTTP server on its port. */
export class HttpServer {
  readonly #options: ServerOptions
  readonly #config: Config
  readonly #graceMs: number
  #server: Server | undefined
  /** Where it listens, once it does. */
  url = ''

  constructor(options: ServerOptions, config: Config, graceMs: number) {
    this.#options = options
    this.#config = config
    this.#graceMs = graceMs
  }

  async start(): Promise<void> {
    const server = await createServer(this.#options)
    this.url = await listen(server, this.#config)
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
    const closingAll = setTimeout(() => server.closeAllConnections(), 10_000)
    await closed
    clearTimeout(closingAll)
    clearInterval(closingIdle)
  }
}

function listen(server: Server, config: Config): Promise<string> {
  return new Promise((done, failed) => {
    server.once('error', (error) => failed(explainListenError(error, config)))
    server.listen(config.port, config.host, () => {
      const address = server.address()
      const port = typeof address === 'object' ? address?.port : config.port
      const host = config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host
      done(`http://${host.includes(':') ? `[${host}]` : host}:${port}`)
    })
  })
}

function explainListenError(error: Error, { port, host }: Config): Error {
  const code = 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE')
    return new Error(`The port ${port} of ${host} is in use. Stop what listens there, or choose another with --port.`)
  if (code === 'EACCES') return new Error(`This user may not listen on port ${port}. Choose another with --port.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new Error(`${host} is no address of this machine. Choose another with --host.`)
  return error
}
