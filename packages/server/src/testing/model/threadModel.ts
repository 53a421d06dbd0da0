/** What a thread has to be after some calls, and how each call has to be answered. It shares no code with the server. */

/** In seconds. */
export const idleTimeout = 620
const statusTimeout = 120
const streamEnded = 'message_not_in_streaming_state'

export type Piece = { text: string } | { task: string; title: string; status: string; details: string }
export type Mode = 'text' | 'chunks'

export interface ModelMessage {
  app: string
  /** The text of a message that was posted or updated; undefined for a stream. */
  postedText: string | undefined
  mode?: Mode
  text: string
  tasks: Map<string, Omit<Extract<Piece, { task: string }>, 'task'>>
  lastAt: number
  /** Undefined while it streams. */
  endedBy: 'app' | 'reader' | 'idle' | undefined
  deleted: boolean
}

export class ThreadModel {
  now = 0
  /** In the order in which they were written, including deleted ones. */
  readonly messages: ModelMessage[] = []
  readonly statuses = new Map<string, { text: string; endsAt: number }>()

  /** Adds a message with a text, or an empty stream. */
  write(app: string, postedText?: string): ModelMessage {
    this.statuses.delete(app)
    const endedBy = postedText === undefined ? undefined : 'app'
    const message: ModelMessage = {
      app,
      postedText,
      text: '',
      tasks: new Map(),
      lastAt: this.now,
      endedBy,
      deleted: false,
    }
    this.messages.push(message)
    return message
  }

  start(app: string, mode: Mode, pieces: Piece[]): string {
    return this.#extend(this.write(app), mode, pieces)
  }

  append(app: string, stream: ModelMessage, mode: Mode, pieces: Piece[]): string {
    return this.#refusalOf(app, stream, 'stopped_by_user') ?? this.#extend(stream, mode, pieces)
  }

  stop(app: string, stream: ModelMessage, mode: Mode, pieces: Piece[]): string {
    const answer = this.#refusalOf(app, stream, streamEnded) ?? this.#extend(stream, mode, pieces)
    if (answer === 'ok') stream.endedBy = 'app'
    return answer
  }

  pressStop(stream: ModelMessage): string {
    const refused = this.#refusalOf(stream.app, stream, streamEnded)
    if (!refused) stream.endedBy = 'reader'
    return refused ?? 'ok'
  }

  /** Updates the message, or deletes it if `text` is undefined. */
  change(app: string, message: ModelMessage, text: string | undefined): string {
    if (message.deleted) return 'message_not_found'
    if (message.app !== app) return text === undefined ? 'cant_delete_message' : 'cant_update_message'
    if (!message.endedBy) return text === undefined ? 'cant_delete_message' : 'streaming_state_conflict'
    message.deleted = text === undefined
    message.postedText = text
    return 'ok'
  }

  setStatus(app: string, text: string): void {
    if (text === '') this.statuses.delete(app)
    else this.statuses.set(app, { text, endsAt: this.now + statusTimeout })
  }

  /** Moves the clock forwards, or back by more than a second. A stream that has ended and a status that has expired stay so. */
  moveClock(seconds: number): void {
    this.now += seconds
    for (const message of this.messages) if (this.now >= message.lastAt + idleTimeout) message.endedBy ??= 'idle'
    for (const [app, { endsAt }] of this.statuses)
      if (endsAt <= this.now || endsAt > this.now + statusTimeout + 1) this.statuses.delete(app)
  }

  #refusalOf(app: string, stream: ModelMessage, byReader: string): string | undefined {
    if (stream.deleted) return 'message_not_found'
    if (stream.app !== app) return 'message_not_owned_by_app'
    return stream.endedBy && (stream.endedBy === 'reader' ? byReader : streamEnded)
  }

  #extend(stream: ModelMessage, mode: Mode, pieces: Piece[]): string {
    if (pieces.length === 0) return 'ok'
    if (stream.mode !== undefined && stream.mode !== mode) return 'streaming_mode_mismatch'
    stream.mode = mode
    stream.lastAt = this.now
    for (const piece of pieces) {
      if ('text' in piece) stream.text += piece.text
      else {
        const { task, ...rest } = piece
        stream.tasks.set(task, { ...rest, details: (stream.tasks.get(task)?.details ?? '') + rest.details })
      }
    }
    return 'ok'
  }
}
