import type { Duplex } from 'node:stream'
import { networkOfOne, toPlainAddress } from '#domain/access/networks'
import { WaitingBytes } from './waitingBytes.ts'

export interface ConnectionLimits {
  /** How many connections may be open. */
  all: number
  /** How many of them one address may have. */
  perAddress: number
  /** Whether an address may have as many as it likes, like a proxy that passes on what many people send. */
  isExempt: (address: string) => boolean
}

interface CountedSocket extends Duplex {
  readonly remoteAddress?: string | undefined
}

interface OpenConnection {
  socket: CountedSocket
  /** What it is counted by; undefined if its address is exempt. */
  network: string | undefined
  /** Nothing is being read, answered or sent. */
  isIdle: () => boolean
}

/** How many connections are asked whether they are idle when there is one too many. */
const mostAsked = 50

/** [NET-5] The open connections. Those above the limits are refused, unless an idle one can make room. */
export class Connections {
  readonly #limits: ConnectionLimits
  readonly #open = new Set<OpenConnection>()
  readonly #byNetwork = new Map<string, Set<OpenConnection>>()
  /** How many were refused because of which limit. */
  readonly refused = { all: 0, address: 0 }

  /** Called for each connection that is refused because there are too many in all. */
  onFull = (): void => {}

  /** What waits in memory for them. */
  readonly waiting = new WaitingBytes()

  constructor(limits: ConnectionLimits = { all: Infinity, perAddress: Infinity, isExempt: () => false }) {
    this.#limits = limits
  }

  get count(): number {
    return this.#open.size
  }

  /** Returns false if the connection is one too many. */
  add(socket: CountedSocket, isIdle: () => boolean): boolean {
    const address = socket.remoteAddress ?? ''
    const network = this.#limits.isExempt(address) ? undefined : networkOfOne(toPlainAddress(address))
    const neighbours = network === undefined ? undefined : (this.#byNetwork.get(network) ?? new Set<OpenConnection>())
    if (neighbours && neighbours.size >= this.#limits.perAddress && !this.#makeRoom(neighbours)) {
      this.refused.address++
      return false
    }
    if (this.#open.size >= this.#limits.all && !this.#makeRoom(this.#open)) {
      this.refused.all++
      this.onFull()
      return false
    }
    const connection = { socket, network, isIdle }
    this.#open.add(connection)
    if (network !== undefined && neighbours) this.#byNetwork.set(network, neighbours.add(connection))
    socket.on('close', () => this.#remove(connection))
    return true
  }

  #makeRoom(among: Set<OpenConnection>): boolean {
    let asked = 0
    for (const connection of among) {
      if (connection.isIdle()) {
        this.#remove(connection)
        connection.socket.destroy()
        return true
      }
      // The next time others are asked.
      among.delete(connection)
      among.add(connection)
      if (++asked >= mostAsked) return false
    }
    return false
  }

  #remove(connection: OpenConnection): void {
    this.#open.delete(connection)
    if (connection.network === undefined) return
    const neighbours = this.#byNetwork.get(connection.network)
    neighbours?.delete(connection)
    if (neighbours?.size === 0) this.#byNetwork.delete(connection.network)
  }
}
