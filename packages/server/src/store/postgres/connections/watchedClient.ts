import { Socket } from 'node:net'
import pg from 'pg'

/** A connection that tells what the driver keeps to itself. */
export class WatchedClient extends pg.Client {
  /** Later the driver knows only the one of TLS above it. */
  readonly socket = toSocket(this.connection.stream)
  #writtenBefore = 0

  /** Somebody takes it from the pool. */
  take(): void {
    this.#writtenBefore = toSocket(this.connection.stream).bytesWritten
  }

  /** How many bytes were written since it was taken, although many of them may not have arrived. */
  get written(): number {
    return toSocket(this.connection.stream).bytesWritten - this.#writtenBefore
  }

  /** The process of PostgreSQL that serves it, as it was told. A pooler tells another number. */
  get backend(): number | undefined {
    const backend: unknown = Reflect.get(this, 'processID')
    return typeof backend === 'number' ? backend : undefined
  }

  /** Whether something was sent that has not been answered. */
  get isWaiting(): boolean {
    const others: unknown = Reflect.get(this, '_sentQueryQueue')
    return Boolean(Reflect.get(this, '_activeQuery')) || (Array.isArray(others) && others.length > 0)
  }
}

function toSocket(stream: unknown): Socket {
  if (!(stream instanceof Socket)) throw new TypeError('The connection has no socket.')
  return stream
}

/** Ends a connection so that PostgreSQL gives up its locks now. A mere end would wait for what is still to be sent before it. */
export function cut(socket: Socket): void {
  const isOverTcp = socket.remoteAddress !== undefined
  if (isOverTcp) socket.resetAndDestroy()
  else socket.destroy()
}
