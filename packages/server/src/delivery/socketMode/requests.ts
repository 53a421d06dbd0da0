import { randomUUID } from 'node:crypto'
import type { AppSocket } from './appSocket.ts'

/** What becomes of a question: what the app said with its acknowledgement, or that its socket went. */
export type SocketReply = { payload: unknown } | 'gone'

interface Waiting {
  socket: AppSocket
  accepts: boolean
  done: (reply: SocketReply) => void
}

/** Envelopes that a person waits for: each is sent once, over one socket. */
export class SocketQuestions {
  readonly #waiting = new Map<string, Waiting>()

  /** Resolves with the answer; never where none comes and the socket stays, unless `signal` ends it. */
  ask(
    socket: AppSocket,
    question: { type: 'interactive' | 'slash_commands'; payload: Record<string, unknown>; accepts: boolean },
    signal: AbortSignal,
  ): { envelopeId: string; reply: Promise<SocketReply> } {
    const { type, payload, accepts } = question
    const envelopeId = randomUUID()
    const { promise, resolve } = Promise.withResolvers<SocketReply>()
    this.#waiting.set(envelopeId, { socket, accepts, done: resolve })
    socket.unanswered++
    signal.addEventListener('abort', () => this.#settle(envelopeId, 'gone'), { once: true })
    socket.send({ envelope_id: envelopeId, payload, type, accepts_response_payload: accepts })
    return { envelopeId, reply: promise }
  }

  /** Whether it was a question of this app. An app says something with an acknowledgement only where it may. */
  acknowledge(appId: string, envelopeId: string, payload: unknown): boolean {
    const waiting = this.#waiting.get(envelopeId)
    if (!waiting || waiting.socket.appId !== appId) return false
    this.#settle(envelopeId, { payload: waiting.accepts ? payload : undefined })
    return true
  }

  left(socket: AppSocket): void {
    for (const [id, waiting] of this.#waiting) if (waiting.socket === socket) this.#settle(id, 'gone')
  }

  #settle(envelopeId: string, reply: SocketReply): void {
    const waiting = this.#waiting.get(envelopeId)
    if (!waiting) return
    this.#waiting.delete(envelopeId)
    waiting.socket.unanswered--
    waiting.done(reply)
  }
}
