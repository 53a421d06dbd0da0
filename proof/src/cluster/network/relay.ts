import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Address {
  host: string
  port: number
}

/** Where PostgreSQL listens if an address does not say it. */
const postgresPort = 5432

export function addressOf(url: string): Address {
  const { hostname, port, protocol } = new URL(url)
  return { host: hostname, port: port === '' && protocol.startsWith('postgres') ? postgresPort : Number(port) }
}

/** Passes TCP connections on, as the cable between two machines does: it can be cut, and it can be slow. */
export class Relay {
  readonly #to: () => Address
  readonly #server = createServer((near) => this.#pass(near))
  readonly #sockets = new Set<Socket>()
  #isCut = false
  #delayMs = 0

  /** `to`: asked for each connection. */
  static async start(to: () => Address): Promise<Relay> {
    const relay = new Relay(to)
    relay.#server.listen(0, '127.0.0.1')
    await once(relay.#server, 'listening')
    return relay
  }

  private constructor(to: () => Address) {
    this.#to = to
  }

  get port(): number {
    const address = this.#server.address()
    return typeof address === 'object' ? (address?.port ?? 0) : 0
  }

  /** The same address, through this relay. */
  through(url: string): string {
    const relayed = new URL(url)
    relayed.hostname = '127.0.0.1'
    relayed.port = String(this.port)
    return relayed.href
  }

  /** From now on nothing arrives, not even the end of a connection. What is sent waits. */
  cut(): void {
    this.#isCut = true
    for (const socket of this.#sockets) socket.pause()
  }

  heal(): void {
    this.#isCut = false
    for (const socket of this.#sockets) socket.resume()
  }

  /** What goes to the service takes so much longer. */
  slow(delayMs: number): void {
    this.#delayMs = delayMs
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close')
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }

  #pass(near: Socket): void {
    const far = connect({ ...this.#to(), noDelay: true })
    near.setNoDelay(true)
    this.#passOn(near, far, () => this.#delayMs)
    this.#passOn(far, near, () => 0)
  }

  #passOn(from: Socket, to: Socket, delayMs: () => number): void {
    let passed = Promise.resolve()
    this.#sockets.add(from)
    if (this.#isCut) from.pause()
    from.on('error', () => {}) // it is closed, too
    from.on('data', (bytes: Buffer) => {
      const due = performance.now() + delayMs()
      passed = passed.then(async () => {
        if (due > performance.now()) await sleep(due - performance.now())
        to.write(bytes)
      })
    })
    from.on('close', () => {
      this.#sockets.delete(from)
      void passed.then(() => to.destroySoon())
    })
  }
}
