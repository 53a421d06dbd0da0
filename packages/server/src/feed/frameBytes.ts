import type { ServerFrame } from '#feed/protocol/serverFrames'

/** A frame as the bytes that every viewer is sent: one unmasked, final text message (RFC 6455, 5.2). */
export function frameBytes(frame: ServerFrame): Buffer {
  const text = Buffer.from(JSON.stringify(frame))
  const { length } = text
  const header = length < 126 ? Buffer.alloc(2) : length < 65_536 ? Buffer.alloc(4) : Buffer.alloc(10)
  header[0] = 0x81
  if (header.length === 2) header[1] = length
  else if (header.length === 4) {
    header[1] = 126
    header.writeUInt16BE(length, 2)
  } else {
    header[1] = 127
    header.writeBigUInt64BE(BigInt(length), 2)
  }
  return Buffer.concat([header, text])
}
