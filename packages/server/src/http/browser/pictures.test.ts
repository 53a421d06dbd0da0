import { inflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServer } from '#testing/server/server'

describe('pictures of initials', () => {
  let server: Awaited<ReturnType<typeof startServer>>
  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(() => server.end())

  const fetchPicture = async (file: string) => {
    const response = await fetch(`${server.url}/pictures/initials/${file}`)
    return { response, bytes: Buffer.from(await response.arrayBuffer()) }
  }

  test('[USR-4] are PNG of the named size, for everyone, and kept by whoever shows them', async () => {
    const { response, bytes } = await fetchPicture('7-AL-72.png')
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    })
    expect(bytes.subarray(1, 4).toString()).toBe('PNG')
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([72, 72])
    expect(new Set(pixelsOf(bytes, 72)).size).toBeGreaterThan(10)
  })

  test('[USR-4] other letters are other pictures; letters that cannot be drawn are a silhouette', async () => {
    const letters = ['AL', 'AM', 'ÖŽ', 'БЖ', '田中', '김']
    const pictures = await Promise.all(letters.map((text) => fetchPicture(`7-${encodeURIComponent(text)}-48.png`)))
    const seen = pictures.map(({ bytes }) => bytes.toString('base64'))
    expect(new Set(seen.slice(0, 4)).size).toBe(4)
    expect(seen[4]).toBe(seen[5])
    expect((await fetchPicture('7a-A-48.png')).bytes.equals((await fetchPicture('7-A-48.png')).bytes)).toBe(false)
  })

  test.each(['12-AL-72.png', '7-AL-73.png', '7-AL-72.svg', '7-ABCDEFG-72.png', '7-%3Cscript-72.png', '7--72.png'])(
    'there is no %s',
    async (file) => expect((await fetchPicture(file)).response.status).toBe(404),
  )

  test('[USR-4] a stranger who asks for ever more pictures is refused', async () => {
    const letters = Array.from({ length: 420 }, (_, n) => String.fromCodePoint(0x4e00 + n))
    const statuses = new Set<number>()
    for (const letter of letters) {
      const { response } = await fetchPicture(`7-${encodeURIComponent(letter)}-1024.png`)
      statuses.add(response.status)
      if (response.status === 429) break
    }
    expect([...statuses]).toEqual([200, 429])
    expect((await fetchPicture('7-AL-72.png')).response.status).toBe(200)
  })
})

function pixelsOf(png: Buffer, size: number): Buffer {
  const at = png.indexOf('IDAT')
  const rows = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)))
  expect(rows.length).toBe(size * (size + 1))
  return rows
}
