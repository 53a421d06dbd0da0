import { connect, type Socket } from 'node:net'
import type { ClientRequest } from './keepAliveClient.ts'

export interface PipelinedAnswer {
  status: number
  text: string
}

interface Sent {
  bytes: Buffer
  /** The answer to HEAD has a length, but no body. */
  bodiless: boolean
  resolve: (answer: PipelinedAnswer) => void
  reject: (error: Error) => void
}

/** Writes calls to a few connections without waiting for the answers, at a fraction of the cost of `node:http`. */
export class PipeliningClient {
  readonly #connections: Connection[]
  #next = 0

  constructor(port: number, connections: number) {
    this.#connections = Array.from({ length: connections }, () => new Connection(port))
  }

  send({ path, method = 'POST', headers = {}, body }: ClientRequest): Promise<PipelinedAnswer> {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    const content = Buffer.from(body ?? '')
    const hasLength = body !== undefined || !['GET', 'HEAD'].includes(method)
    const length = hasLength ? `content-length: ${content.length}\r\n` : ''
    const head = `${method} /api/${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${lines.join('')}${length}\r\n`
    const bytes = Buffer.concat([Buffer.from(head, 'latin1'), content])
    const { promise, resolve, reject } = Promise.withResolvers<PipelinedAnswer>()
    const connection = this.#connections[this.#next++ % this.#connections.length]
    connection?.send({ bytes, bodiless: method === 'HEAD', resolve, reject })
    return promise
  }

  close(): void {
    for (const connection of this.#connections) connection.close()
  }
}

/** One connection. When the server closes it, what is not answered yet is sent over a new one. */
class Connection {
  readonly #port: number
  #socket: Socket | undefined
  #unanswered: Sent[] = []
  #received: Buffer = Buffer.alloc(0)
  /** How often the server has closed it since the last answer. */
  #closedInVain = 0

  constructor(port: number) {
    this.#port = port
  }

  send(sent: Sent): void {
    this.#unanswered.push(sent)
    this.#open().write(sent.bytes)
  }

  close(): void {
    this.#unanswered = []
    this.#socket?.destroy()
  }

  #open(): Socket {
    if (this.#socket) return this.#socket
    const socket = connect({ port: this.#port, host: '127.0.0.1', noDelay: true })
    this.#socket = socket
    this.#received = Buffer.alloc(0)
    socket.on('data', (bytes: Buffer) => {
      this.#received = this.#received.length === 0 ? bytes : Buffer.concat([this.#received, bytes])
      this.#takeAnswers()
    })
    socket.on('error', () => {}) // `close` follows
    socket.on('close', () => this.#sendAgain())
    return socket
  }

  #sendAgain(): void {
    this.#socket = undefined
    if (this.#unanswered.length === 0) return
    if (this.#closedInVain++ > 3) {
      for (const { reject } of this.#unanswered.splice(0)) reject(new Error('The server closed the connection.'))
      return
    }
    const socket = this.#open()
    for (const { bytes } of this.#unanswered) socket.write(bytes)
  }

  #takeAnswers(): void {
    for (;;) {
      const end = this.#received.indexOf('\r\n\r\n')
      const [first] = this.#unanswered
      if (end < 0 || !first) return
      const head = this.#received.toString('latin1', 0, end)
      const length = first.bodiless ? 0 : Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1])
      if (Number.isNaN(length)) return this.#refuse(new Error(`An answer without a length: ${head}`))
      const after = end + 4 + length
      if (this.#received.length < after) return
      this.#unanswered.shift()
      this.#closedInVain = 0
      first.resolve({ status: Number(head.slice(9, 12)), text: this.#received.toString('utf8', end + 4, after) })
      this.#received = this.#received.subarray(after)
    }
  }

  #refuse(error: Error): void {
    this.#unanswered.shift()?.reject(error)
    this.#socket?.destroy()
  }
}
