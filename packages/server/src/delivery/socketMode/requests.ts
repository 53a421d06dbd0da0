import { randomUUID } from 'node:crypto'
import type { AppSocket } from './appSocket.ts'

/** A request that a person waits for. */
export interface SocketRequest {
  type: 'interactive' | 'slash_commands'
  payload: Record<string, unknown>
  /** Whether the app may answer with its acknowledgement. */
  acceptsAnswer: boolean
}

/** What the app answered with its acknowledgement, or that there was none before the socket closed or time was up. */
export type SocketReply = { payload: unknown } | 'unanswered'

interface PendingRequest {
  socket: AppSocket
  acceptsAnswer: boolean
  done: (reply: SocketReply) => void
}

/** Requests that a person waits for. Each is sent once, over one socket. */
export class SocketRequests {
  readonly #pending = new Map<string, PendingRequest>()

  /** `reply` resolves when the app acknowledges, when its socket closes or when `signal` aborts. */
  send(
    socket: AppSocket,
    request: SocketRequest,
    signal: AbortSignal,
  ): { envelopeId: string; reply: Promise<SocketReply> } {
    const { type, payload, acceptsAnswer } = request
    const envelopeId = randomUUID()
    const { promise, resolve } = Promise.withResolvers<SocketReply>()
    this.#pending.set(envelopeId, { socket, acceptsAnswer, done: resolve })
    socket.unacknowledged++
    signal.addEventListener('abort', () => this.#finish(envelopeId, 'unanswered'), { once: true })
    socket.send({ envelope_id: envelopeId, payload, type, accepts_response_payload: acceptsAnswer })
    return { envelopeId, reply: promise }
  }

  /** Whether this acknowledges a request to the app. An answer that the request does not accept is dropped. */
  acknowledge(appId: string, envelopeId: string, payload: unknown): boolean {
    const request = this.#pending.get(envelopeId)
    if (!request || request.socket.appId !== appId) return false
    this.#finish(envelopeId, { payload: request.acceptsAnswer ? payload : undefined })
    return true
  }

  onSocketClosed(socket: AppSocket): void {
    for (const [id, request] of this.#pending) if (request.socket === socket) this.#finish(id, 'unanswered')
  }

  #finish(envelopeId: string, reply: SocketReply): void {
    const request = this.#pending.get(envelopeId)
    if (!request) return
    this.#pending.delete(envelopeId)
    request.socket.unacknowledged--
    request.done(reply)
  }
}
