const opcodes = { text: 1, close: 8, ping: 9, pong: 10 } as const

/** A frame as a browser sends it: masked, here with zeros. */
export function clientFrame(kind: keyof typeof opcodes, payload: Buffer | string): Buffer {
  const bytes = Buffer.from(payload)
  if (bytes.length > 125) throw new Error('longer than the bench needs')
  return Buffer.concat([Buffer.from([0x80 | opcodes[kind], 0x80 | bytes.length, 0, 0, 0, 0]), bytes])
}

/**
 * Walks over a server's frames without copying their payloads: a viewer of the bench must cost next to
 * nothing, or a hundred of them would take the server's core.
 */
export class FrameWalker {
  #skip = 0
  #head = Buffer.alloc(0)

  /** Calls back at each frame's head, with as much of its payload as is in this piece. */
  walk(piece: Buffer, seen: (opcode: number, payload: Buffer) => void): void {
    let bytes = piece
    let p = 0
    if (this.#head.length > 0) {
      bytes = Buffer.concat([this.#head, piece])
      this.#head = Buffer.alloc(0)
    } else if (this.#skip > 0) {
      p = Math.min(this.#skip, bytes.length)
      this.#skip -= p
    }
    while (p < bytes.length) {
      const head = headAt(bytes, p)
      if (!head) {
        this.#head = Buffer.from(bytes.subarray(p))
        return
      }
      const from = p + head.size
      p = Math.min(from + head.length, bytes.length)
      this.#skip = from + head.length - p
      seen((bytes[from - head.size] ?? 0) & 15, bytes.subarray(from, p))
    }
  }
}

function headAt(bytes: Buffer, p: number): { size: number; length: number } | undefined {
  const short = (bytes[p + 1] ?? 0) & 127
  const size = short === 127 ? 10 : short === 126 ? 4 : 2
  if (bytes.length - p < size) return undefined
  const length =
    short === 127 ? Number(bytes.readBigUInt64BE(p + 2)) : short === 126 ? bytes.readUInt16BE(p + 2) : short
  return { size, length }
}
