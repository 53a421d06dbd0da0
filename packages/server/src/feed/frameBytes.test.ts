import { describe, expect, test } from 'vitest'
import { closeReasons } from '#feed/protocol/closeReasons'
import { frameBytes } from './frameBytes.ts'

describe('a frame', () => {
  test.each([0, 1, 125, 126, 65_535, 65_536, 200_000])('with %i more characters is one text message', (length) => {
    const bytes = frameBytes({ type: 'done', id: 'x'.repeat(length), ts: 'ä' })
    const header = bytes[1]! < 126 ? 2 : bytes[1] === 126 ? 4 : 10
    const size = header === 2 ? bytes[1]! : header === 4 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2))
    expect(bytes[0]).toBe(0x81)
    expect(size).toBe(bytes.length - header)
    expect(JSON.parse(bytes.subarray(header).toString())).toEqual({ type: 'done', id: 'x'.repeat(length), ts: 'ä' })
  })

  test('of a close has a code that browsers accept', () => {
    for (const code of Object.values(closeReasons))
      expect(code === 1012 || code === 1009 || (code >= 4000 && code < 5000)).toBe(true)
  })
})
