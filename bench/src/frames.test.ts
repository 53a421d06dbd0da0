import { expect, test } from 'vitest'
import { clientFrame, FrameWalker } from './frames.ts'

test('the walker finds every frame, wherever the pieces are cut', () => {
  const bytes = Buffer.concat([
    server(1, 'a'),
    server(9, 'ping'),
    server(1, 'b'.repeat(300)),
    server(1, 'c'.repeat(70_000)),
  ])
  for (let cut = 1; cut < 400; cut++) {
    const walker = new FrameWalker()
    const seen: number[] = []
    for (const piece of [bytes.subarray(0, cut), bytes.subarray(cut, cut + 3), bytes.subarray(cut + 3)]) {
      walker.walk(piece, (opcode) => seen.push(opcode))
    }
    expect(seen).toEqual([1, 9, 1, 1])
  }
})

test('a frame of a client is masked', () => {
  expect([...clientFrame('text', 'hi')]).toEqual([0x81, 0x82, 0, 0, 0, 0, 104, 105])
})

function server(opcode: number, text: string): Buffer {
  const { length } = text
  const size =
    length < 126 ? [length] : length < 65_536 ? [126, length >> 8, length & 255] : [127, ...eightBytes(length)]
  return Buffer.concat([Buffer.from([0x80 | opcode, ...size]), Buffer.from(text)])
}

const eightBytes = (length: number): number[] => [0, 0, 0, 0, 0, length >> 16, (length >> 8) & 255, length & 255]
