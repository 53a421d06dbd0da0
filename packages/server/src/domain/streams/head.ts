import type { Chunk } from '@rivulet/blocks/types'
import { appendChunks, type StreamedReply } from '@rivulet/blocks/streamedReply'
import type { Selectable } from 'kysely'
import type { Tx } from '#store/db'
import type { Tables } from '#store/tables/tables'

export type StreamRow = Selectable<Tables['streams']>
/** How the first content was given. The other way is refused from then on [STR-2]. */
export type StreamMode = 'text' | 'chunks'

export interface Delta {
  chunks: readonly Chunk[]
  mode: StreamMode
  /** Code points of text in the stream, this delta included. */
  total: number
  at: number
}

export interface StreamPosition {
  mode: StreamMode | undefined
  /** Number of deltas so far. */
  n: number
  total: number
  lastAt: number
}

/** Everything that the next append has to know about a stream, whatever the length of its message. */
export class StreamHead {
  readonly stream: StreamRow
  /** The position on stable storage, which others may see. */
  committed: StreamPosition
  /** The reply up to `committed`. Undefined if other processes write too; then it is read from the log when needed. */
  reply: StreamedReply | undefined
  /** Deltas of transactions that are not committed yet. */
  #pending: Delta[] = []

  constructor(stream: StreamRow, committed: StreamPosition, reply: StreamedReply | undefined) {
    this.stream = stream
    this.committed = committed
    this.reply = reply
  }

  /** The position with pending deltas, where the next append continues. */
  get position(): StreamPosition {
    const last = this.#pending.at(-1)
    if (!last) return this.committed
    return { mode: last.mode, n: this.committed.n + this.#pending.length, total: last.total, lastAt: last.at }
  }

  /** The reply with pending deltas. Undefined if it has to be read from the log. */
  get wholeReply(): StreamedReply | undefined {
    return (
      this.reply &&
      appendChunks(
        this.reply,
        this.#pending.flatMap((delta) => delta.chunks),
      )
    )
  }

  append(tx: Tx, delta: Delta): void {
    this.#pending.push(delta)
    tx.work.onRollback(() => this.#pending.pop())
    tx.work.onCommit(() => this.commit(this.#pending.shift() ?? delta))
  }

  commit({ chunks, mode, total, at }: Delta): void {
    this.committed = { mode, n: this.committed.n + 1, total, lastAt: at }
    if (this.reply) this.reply = appendChunks(this.reply, chunks)
  }
}
