import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type RawData, WebSocket, WebSocketServer } from 'ws'
import { parseObject } from './bodies.ts'
import type { SocketRecord } from './fixture.ts'
import type { Mask } from './mask.ts'
import type { FixtureWriter } from './writer.ts'

/** As many messages of an app wait for the socket to the upstream. */
const mostWaiting = 1000

/** The sockets of apps: each is joined with one to the upstream. */
export class Sockets {
  readonly #writer: FixtureWriter
  readonly #mask: Mask
  readonly #addresses = new Map<string, string>()
  readonly #server = new WebSocketServer({ noServer: true })
  readonly #open = new Set<WebSocket>()
  #count = 0

  constructor(writer: FixtureWriter, mask: Mask) {
    this.#writer = writer
    this.#mask = mask
  }

  /** A path of this server that leads to this address. */
  pathTo(address: string): string {
    const id = randomUUID()
    this.#addresses.set(id, address)
    return `/_socket/${id}`
  }

  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const [, id = ''] = /^\/_socket\/([\w-]+)/.exec(request.url ?? '') ?? []
    const address = this.#addresses.get(id)
    if (address === undefined) return void socket.end('HTTP/1.1 404 Not Found\r\n\r\n')
    this.#server.handleUpgrade(request, socket, head, (app) => this.#join(app, address))
  }

  close(): void {
    for (const socket of this.#open) socket.terminate()
    this.#server.close()
  }

  #join(app: WebSocket, address: string): void {
    const socket = ++this.#count
    const upstream = new WebSocket(address)
    const waiting: RawData[] = []
    this.#note(socket, { from: 'app', what: 'open' })
    app.on('message', (data) => {
      this.#note(socket, { from: 'app', what: 'message', message: this.#toMessage(data) })
      if (upstream.readyState === WebSocket.OPEN) upstream.send(toText(data))
      else if (waiting.length < mostWaiting) waiting.push(data)
    })
    upstream.on('open', () => {
      for (const data of waiting.splice(0)) upstream.send(toText(data))
    })
    upstream.on('message', (data) => {
      this.#note(socket, { from: 'server', what: 'message', message: this.#toMessage(data) })
      app.send(toText(data))
    })
    this.#end(app, upstream, (code) => this.#note(socket, { from: 'app', what: 'close', code }))
    this.#end(upstream, app, (code) => this.#note(socket, { from: 'server', what: 'close', code }))
  }

  /** Ends the other one as this one ends. */
  #end(one: WebSocket, other: WebSocket, note: (code: number) => void): void {
    this.#open.add(one)
    one.on('error', () => one.terminate())
    one.on('close', (code, reason) => {
      this.#open.delete(one)
      if (other.readyState === WebSocket.CLOSED || other.readyState === WebSocket.CLOSING) return
      note(code)
      if (code === 1005 || code === 1006) other.terminate()
      else other.close(code, reason)
    })
  }

  #toMessage(data: RawData): unknown {
    const text = toText(data)
    return this.#mask.value(parseObject(text) ?? text)
  }

  #note(socket: number, what: Pick<SocketRecord, 'from' | 'what' | 'message' | 'code'>): void {
    this.#writer.add({ kind: 'socket', ...this.#writer.begin(), socket, ...what })
  }
}

function toText(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString()
  return (data instanceof ArrayBuffer ? Buffer.from(data) : data).toString()
}
