const opcodes = { text: 1, close: 8, ping: 9, pong: 10 } as const

/** A frame as a browser sends it: masked, here with a mask of zeros. */
export function clientFrame(kind: keyof typeof opcodes, payload: Buffer | string): Buffer {
  const bytes = Buffer.from(payload)
  if (bytes.length > 125) throw new Error('longer than the bench needs')
  return Buffer.concat([Buffer.from([0x80 | opcodes[kind], 0x80 | bytes.length, 0, 0, 0, 0]), bytes])
}

/**
 * Reads a server's frames without copying their payloads. A viewer of the bench must cost next to nothing, or a
 * hundred of them would use up the server's core.
 */
export class FrameReader {
  #skip = 0
  #partialHeader = Buffer.alloc(0)

  /** Calls `onFrame` at the header of each frame, with the part of its payload that is in this piece. */
  read(piece: Buffer, onFrame: (opcode: number, payload: Buffer) => void): void {
    let bytes = piece
    let p = 0
    if (this.#partialHeader.length > 0) {
      bytes = Buffer.concat([this.#partialHeader, piece])
      this.#partialHeader = Buffer.alloc(0)
    } else if (this.#skip > 0) {
      p = Math.min(this.#skip, bytes.length)
      this.#skip -= p
    }
    while (p < bytes.length) {
      const header = readHeader(bytes, p)
      if (!header) {
        this.#partialHeader = Buffer.from(bytes.subarray(p))
        return
      }
      const from = p + header.size
      p = Math.min(from + header.length, bytes.length)
      this.#skip = from + header.length - p
      onFrame((bytes[from - header.size] ?? 0) & 15, bytes.subarray(from, p))
    }
  }
}

function readHeader(bytes: Buffer, p: number): { size: number; length: number } | undefined {
  const short = (bytes[p + 1] ?? 0) & 127
  const size = short === 127 ? 10 : short === 126 ? 4 : 2
  if (bytes.length - p < size) return undefined
  const length =
    short === 127 ? Number(bytes.readBigUInt64BE(p + 2)) : short === 126 ? bytes.readUInt16BE(p + 2) : short
  return { size, length }
}
