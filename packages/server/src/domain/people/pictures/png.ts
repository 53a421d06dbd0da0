import { crc32, deflateSync } from 'node:zlib'

type Colour = readonly number[]

/** A square PNG that mixes two colours: each pixel says how much of `ink` lies on `surface`, from 0 to 255. */
export function encodePng(size: number, pixels: Uint8Array, surface: Colour, ink: Colour): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  // Eight bits for each pixel, which name a colour of the palette.
  header.set([8, 3, 0, 0, 0], 8)
  const palette = Buffer.alloc(256 * 3)
  for (let i = 0; i < 256; i++)
    for (let k = 0; k < 3; k++)
      palette[i * 3 + k] = Math.round(((surface[k] ?? 0) * (255 - i) + (ink[k] ?? 0) * i) / 255)
  // Each row begins with the number of its filter; 0 is none.
  const rows = Buffer.alloc(size * (size + 1))
  for (let y = 0; y < size; y++) rows.set(pixels.subarray(y * size, (y + 1) * size), y * (size + 1) + 1)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('PLTE', palette),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}
