/** What a thread has to be after some calls, and what they are answered. It knows nothing of the server. In seconds. */
export const idleTimeout = 620
export const statusTimeout = 120

export type Piece = { text: string } | { task: string; title: string; status: string; details: string }
export type Mode = 'text' | 'chunks'

interface Stream {
  app: string
  mode: Mode | undefined
  text: string
  tasks: Map<string, { title: string; status: string; details: string }>
  lastAt: number
  endedBy: 'app' | 'reader' | 'idle' | undefined
}

export class Thread {
  now = 0
  /** In the order in which they were written: streams, and other messages as their text. */
  readonly messages: (Stream | string)[] = []
  readonly #statuses = new Map<string, { text: string; ends: number }>()

  get streams(): Stream[] {
    return this.messages.filter((message) => typeof message !== 'string')
  }

  start(app: string, mode: Mode, pieces: Piece[]): string {
    const stream: Stream = { app, mode: undefined, text: '', tasks: new Map(), lastAt: this.now, endedBy: undefined }
    this.#statuses.delete(app)
    this.messages.push(stream)
    return pieces.length > 0 ? this.#grow(stream, mode, pieces) : 'ok'
  }

  append(app: string, stream: Stream, mode: Mode, pieces: Piece[]): string {
    return this.#whyNot(app, stream, 'stopped_by_user') ?? this.#grow(stream, mode, pieces)
  }

  stop(app: string, stream: Stream, mode: Mode, pieces: Piece[]): string {
    const refused = this.#whyNot(app, stream, 'message_not_in_streaming_state')
    const grown = refused ?? (pieces.length > 0 ? this.#grow(stream, mode, pieces) : 'ok')
    if (grown === 'ok') stream.endedBy = 'app'
    return grown
  }

  press(stream: Stream): string {
    if (this.stateOf(stream) !== 'in_progress') return 'message_not_in_streaming_state'
    stream.endedBy = 'reader'
    return 'ok'
  }

  post(app: string, text: string): string {
    this.#statuses.delete(app)
    this.messages.push(text)
    return 'ok'
  }

  setStatus(app: string, text: string): string {
    if (text === '') this.#statuses.delete(app)
    else this.#statuses.set(app, { text, ends: this.now + statusTimeout })
    return 'ok'
  }

  /** Time passes, or the clock is put back; and what it has decided is written down. */
  turn(seconds: number): void {
    this.now += seconds
    for (const stream of this.streams) if (this.stateOf(stream) === 'errored') stream.endedBy ??= 'idle'
    for (const [app, { ends }] of this.#statuses)
      if (ends <= this.now || ends > this.now + statusTimeout) this.#statuses.delete(app)
  }

  get statuses(): string[] {
    return [...this.#statuses].map(([app, { text }]) => `${app} ${text}`).toSorted()
  }

  stateOf({ endedBy, lastAt }: Stream): 'in_progress' | 'completed' | 'errored' {
    if (endedBy === undefined) return this.now >= lastAt + idleTimeout ? 'errored' : 'in_progress'
    return endedBy === 'idle' ? 'errored' : 'completed'
  }

  #whyNot(app: string, stream: Stream, byReader: string): string | undefined {
    if (stream.app !== app) return 'message_not_owned_by_app'
    if (this.stateOf(stream) === 'in_progress') return undefined
    return stream.endedBy === 'reader' ? byReader : 'message_not_in_streaming_state'
  }

  #grow(stream: Stream, mode: Mode, pieces: Piece[]): string {
    if (stream.mode !== undefined && stream.mode !== mode) return 'streaming_mode_mismatch'
    stream.mode = mode
    stream.lastAt = this.now
    for (const piece of pieces) {
      if ('text' in piece) stream.text += piece.text
      else {
        const details = (stream.tasks.get(piece.task)?.details ?? '') + piece.details
        stream.tasks.set(piece.task, { title: piece.title, status: piece.status, details })
      }
    }
    return 'ok'
  }
}
