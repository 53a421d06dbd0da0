import { expect, test } from 'vitest'
import { clientFrame, FrameReader } from './webSocketFrames.ts'

test('the reader finds every frame, wherever the pieces are cut', () => {
  const bytes = Buffer.concat([
    serverFrame(1, 'a'),
    serverFrame(9, 'ping'),
    serverFrame(1, 'b'.repeat(300)),
    serverFrame(1, 'c'.repeat(70_000)),
  ])
  for (let cut = 1; cut < 400; cut++) {
    const reader = new FrameReader()
    const opcodes: number[] = []
    for (const piece of [bytes.subarray(0, cut), bytes.subarray(cut, cut + 3), bytes.subarray(cut + 3)]) {
      reader.read(piece, (opcode) => opcodes.push(opcode))
    }
    expect(opcodes).toEqual([1, 9, 1, 1])
  }
})

test('a client frame is masked', () => {
  expect([...clientFrame('text', 'hi')]).toEqual([0x81, 0x82, 0, 0, 0, 0, 104, 105])
})

function serverFrame(opcode: number, text: string): Buffer {
  const { length } = text
  const size =
    length < 126 ? [length] : length < 65_536 ? [126, length >> 8, length & 255] : [127, ...eightBytes(length)]
  return Buffer.concat([Buffer.from([0x80 | opcode, ...size]), Buffer.from(text)])
}

const eightBytes = (length: number): number[] => [0, 0, 0, 0, 0, length >> 16, (length >> 8) & 255, length & 255]
