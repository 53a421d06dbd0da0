import { expect, test } from 'vitest'
import { Head } from './head.ts'

test('[FIL-17] the first bytes of a file are kept, however small the pieces are, and all bytes pass through', async () => {
  const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, n) => n % 251))
  const head = new Head(bytes.length)
  let passed = 0
  for await (const piece of head.keptOf(inPieces(bytes, 7))) passed += piece.length
  expect(passed).toBe(bytes.length)
  expect(head.bytes.equals(bytes.subarray(0, 262_144))).toBe(true)
})

test('[FIL-17] a file that ends early has fewer bytes', async () => {
  const head = new Head(100)
  for await (const _ of head.keptOf(inPieces(Buffer.from('Hello'), 2)));
  expect(head.bytes.toString()).toBe('Hello')
})

async function* inPieces(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
