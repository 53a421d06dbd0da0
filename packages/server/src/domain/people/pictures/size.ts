/** What the first bytes of a picture say about it. */
export interface PictureFacts {
  type: 'image/png' | 'image/jpeg' | 'image/gif'
  ending: 'png' | 'jpg' | 'gif'
  width: number
  height: number
}

/** Reads the kind and the size of a PNG, JPEG or GIF without decoding it; undefined for anything else. */
export function readPictureFacts(bytes: Buffer): PictureFacts | undefined {
  if (bytes.length > 24 && bytes.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n')
    return { type: 'image/png', ending: 'png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  if (bytes.length > 10 && /^GIF8[79]a/.test(bytes.toString('latin1', 0, 6)))
    return { type: 'image/gif', ending: 'gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
  if (bytes.length > 4 && bytes.readUInt16BE(0) === 0xffd8) return readJpeg(bytes)
  return undefined
}

/** A JPEG is a list of segments. One of those that begin a frame has the size. */
function readJpeg(bytes: Buffer): PictureFacts | undefined {
  let at = 2
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    const beginsFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (beginsFrame)
      return {
        type: 'image/jpeg',
        ending: 'jpg',
        width: bytes.readUInt16BE(at + 7),
        height: bytes.readUInt16BE(at + 5),
      }
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}
