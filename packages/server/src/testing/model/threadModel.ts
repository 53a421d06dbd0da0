/** What a thread has to be after some calls, and what they are answered. It knows nothing of the server. In seconds. */
export const idleTimeout = 620
const statusTimeout = 120
const over = 'message_not_in_streaming_state'

export type Piece = { text: string } | { task: string; title: string; status: string; details: string }
export type Mode = 'text' | 'chunks'

export interface Message {
  app: string
  /** What it says where it is no stream: it was posted, or changed. */
  words: string | undefined
  mode?: Mode
  text: string
  tasks: Map<string, Omit<Extract<Piece, { task: string }>, 'task'>>
  lastAt: number
  /** Undefined while it streams. */
  endedBy: 'app' | 'reader' | 'idle' | undefined
  deleted: boolean
}

export class Thread {
  now = 0
  /** In the order in which they were written, deleted ones too. */
  readonly messages: Message[] = []
  readonly statuses = new Map<string, { text: string; ends: number }>()

  /** A message in words of its own; without words a stream that begins. */
  write(app: string, words?: string): Message {
    this.statuses.delete(app)
    const endedBy = words === undefined ? undefined : 'app'
    const message: Message = { app, words, text: '', tasks: new Map(), lastAt: this.now, endedBy, deleted: false }
    this.messages.push(message)
    return message
  }

  start(app: string, mode: Mode, pieces: Piece[]): string {
    return this.#grow(this.write(app), mode, pieces)
  }

  append(app: string, stream: Message, mode: Mode, pieces: Piece[]): string {
    return this.#whyNot(app, stream, 'stopped_by_user') ?? this.#grow(stream, mode, pieces)
  }

  stop(app: string, stream: Message, mode: Mode, pieces: Piece[]): string {
    const grown = this.#whyNot(app, stream, over) ?? this.#grow(stream, mode, pieces)
    if (grown === 'ok') stream.endedBy = 'app'
    return grown
  }

  press(stream: Message): string {
    const refused = this.#whyNot(stream.app, stream, over)
    if (!refused) stream.endedBy = 'reader'
    return refused ?? 'ok'
  }

  /** `words` undefined: the message is deleted. */
  change(app: string, message: Message, words: string | undefined): string {
    if (message.deleted) return 'message_not_found'
    if (message.app !== app) return words === undefined ? 'cant_delete_message' : 'cant_update_message'
    if (!message.endedBy) return words === undefined ? 'cant_delete_message' : 'streaming_state_conflict'
    message.deleted = words === undefined
    message.words = words
    return 'ok'
  }

  setStatus(app: string, text: string): void {
    if (text === '') this.statuses.delete(app)
    else this.statuses.set(app, { text, ends: this.now + statusTimeout })
  }

  /** Time passes, or the clock is put back, by more than a second: what time has decided stays so. */
  turn(seconds: number): void {
    this.now += seconds
    for (const message of this.messages) if (this.now >= message.lastAt + idleTimeout) message.endedBy ??= 'idle'
    for (const [app, { ends }] of this.statuses)
      if (ends <= this.now || ends > this.now + statusTimeout + 1) this.statuses.delete(app)
  }

  #whyNot(app: string, stream: Message, byReader: string): string | undefined {
    if (stream.deleted) return 'message_not_found'
    if (stream.app !== app) return 'message_not_owned_by_app'
    return stream.endedBy && (stream.endedBy === 'reader' ? byReader : over)
  }

  #grow(stream: Message, mode: Mode, pieces: Piece[]): string {
    if (pieces.length === 0) return 'ok'
    if (stream.mode !== undefined && stream.mode !== mode) return 'streaming_mode_mismatch'
    stream.mode = mode
    stream.lastAt = this.now
    for (const piece of pieces) {
      if ('text' in piece) stream.text += piece.text
      else {
        const { task, ...said } = piece
        stream.tasks.set(task, { ...said, details: (stream.tasks.get(task)?.details ?? '') + said.details })
      }
    }
    return 'ok'
  }
}
