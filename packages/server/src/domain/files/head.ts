/** A JPEG may have this much about its camera and its colours before it says how large it is. */
const maxBytes = 262_144

/** The first bytes of a file, kept while it passes through. */
export class Head {
  readonly #pieces: Uint8Array[] = []
  #size = 0

  get bytes(): Buffer {
    return Buffer.concat(this.#pieces)
  }

  async *keptOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of content) {
      this.#keep(piece.subarray(0, maxBytes - this.#size))
      yield piece
    }
  }

  /** The piece is copied: its memory may be used again. */
  #keep(piece: Uint8Array): void {
    if (piece.length === 0) return
    this.#pieces.push(Buffer.from(piece))
    this.#size += piece.length
  }
}
