import { crc32 } from 'node:zlib'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** Joins PNG pictures of one size to an animated PNG that repeats for ever. The last picture stays for a while. */
export function joinPictures(pictures: readonly Buffer[], frameMs: number, lastMs: number): Buffer {
  const [first] = pictures
  if (!first) throw new Error('There is no picture.')
  const header = readChunks(first).find(({ type }) => type === 'IHDR')?.data ?? Buffer.alloc(0)
  let sequence = 0
  const frames = pictures.flatMap((picture, at) => {
    const duration = at === pictures.length - 1 ? lastMs : frameMs
    const control = chunk('fcTL', frameControl(sequence++, header, duration))
    const parts = readChunks(picture).filter(({ type }) => type === 'IDAT')
    const data = parts.map((part) =>
      at === 0 ? chunk('IDAT', part.data) : chunk('fdAT', Buffer.concat([uint32(sequence++), part.data])),
    )
    return [control, ...data]
  })
  const animation = chunk('acTL', Buffer.concat([uint32(pictures.length), uint32(0)]))
  return Buffer.concat([signature, chunk('IHDR', header), animation, ...frames, chunk('IEND', Buffer.alloc(0))])
}

/** The whole picture is replaced, after so many milliseconds. */
function frameControl(sequence: number, header: Buffer, ms: number): Buffer {
  const rest = Buffer.alloc(14)
  rest.writeUInt16BE(ms, 8)
  rest.writeUInt16BE(1000, 10)
  return Buffer.concat([uint32(sequence), header.subarray(0, 8), rest])
}

function readChunks(picture: Buffer): { type: string; data: Buffer }[] {
  const chunks = []
  for (let at = signature.length; at < picture.length;) {
    const length = picture.readUInt32BE(at)
    const type = picture.toString('latin1', at + 4, at + 8)
    chunks.push({ type, data: picture.subarray(at + 8, at + 8 + length) })
    at += length + 12
  }
  return chunks
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  return Buffer.concat([uint32(data.length), named, uint32(crc32(named))])
}

function uint32(value: number): Buffer {
  const buffer = Buffer.alloc(4)
  buffer.writeUInt32BE(value)
  return buffer
}
