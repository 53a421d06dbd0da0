/** A JPEG may have this much about its camera and its colours before it says how large it is. */
const maxBytes = 262_144

/** The first bytes of a file, kept while it passes through: in one piece, however small the pieces are that it comes in. */
export class Head {
  readonly #kept: Buffer
  #size = 0

  /** `size`: of the whole file. */
  constructor(size: number) {
    this.#kept = Buffer.allocUnsafe(Math.min(size, maxBytes))
  }

  get bytes(): Buffer {
    return this.#kept.subarray(0, this.#size)
  }

  async *keptOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of content) {
      const start = piece.subarray(0, this.#kept.length - this.#size)
      this.#kept.set(start, this.#size)
      this.#size += start.length
      yield piece
    }
  }
}
