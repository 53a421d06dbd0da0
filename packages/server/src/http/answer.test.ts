import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { aWorkspace } from '#testing/workspace'
import { textOf } from './answer.ts'

describe('an answer whose headers are written as one text', () => {
  test('says the same as one that node builds', async () => {
    const { port } = await aWorkspace()
    const [written] = await ask(port, [call('api.test?a=1')], 1)
    const [built] = await ask(port, [call('api.test?a=1', ['Connection: close'])], 1)

    // Node writes these two names with capitals, so this is told apart from what node builds.
    expect(written?.names).toEqual(expect.arrayContaining(['date', 'connection']))
    expect(built?.names).toEqual(expect.arrayContaining(['Date', 'Connection']))
    const { connection, 'keep-alive': kept, date, 'x-request-id': id, ...rest } = written?.headers ?? {}
    expect({ connection, kept }).toEqual({ connection: 'keep-alive', kept: 'timeout=65' })
    expect(id).toMatch(/^[\w-]{8,64}$/)
    expect(Math.abs(Date.parse(date ?? '') - Date.now())).toBeLessThan(5000)
    expect(date).toBe(new Date(date ?? '').toUTCString())
    const { connection: closed, date: _, 'x-request-id': __, ...restBuilt } = built?.headers ?? {}
    expect(closed).toBe('close')
    expect(rest).toEqual(restBuilt)
    expect(written?.body).toBe(built?.body)
  })

  test('counts bytes, not letters, and one connection takes calls in any number, answered in their order', async () => {
    const { port } = await aWorkspace()
    const words = ['plain', 'é', '日本語', '🙂', 'last']
    const calls = words.map((word) => call(`api.test?word=${encodeURIComponent(word)}`))

    const answers = await ask(port, calls, words.length)

    expect(answers.map(({ body }) => JSON.parse(body).args.word)).toEqual(words)
  })

  test('a client of HTTP/1.0 and one that asks for the headers alone get what node builds', async () => {
    const { port } = await aWorkspace()
    const [old] = await ask(port, ['GET /api/api.test HTTP/1.0\r\n\r\n'], 1)
    expect(old?.headers).toMatchObject({ connection: 'close', 'content-length': String(old?.body.length) })
    const [head] = await ask(port, ['HEAD /api/api.test HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'], 1)
    expect(head?.body).toBe('')
    expect(Number(head?.headers['content-length'])).toBeGreaterThan(0)
  })

  test('a value that would break out of its line is refused when its text is made', () => {
    expect(textOf([['x-scopes', 'chat:write']])).toBe('x-scopes: chat:write\r\n')
    expect(() => textOf([['x-scopes', 'chat:write\r\nset-cookie: a=b']])).toThrow(/Invalid character/)
  })
})

interface Answered {
  /** As they were written. */
  names: string[]
  /** By their name in small letters. */
  headers: Record<string, string>
  body: string
}

function call(path: string, headers: string[] = []): string {
  return [`GET /api/${path} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join('\r\n')
}

/** Sends calls at once on one connection, and reads so many answers by their lengths. */
async function ask(port: number, calls: string[], count: number): Promise<Answered[]> {
  const socket = connect({ port, host: '127.0.0.1' })
  socket.write(calls.join(''))
  let bytes = Buffer.alloc(0)
  const answers: Answered[] = []
  for await (const part of socket) {
    bytes = Buffer.concat([bytes, part])
    for (let end = bytes.indexOf('\r\n\r\n'); end >= 0; end = bytes.indexOf('\r\n\r\n')) {
      const lines = bytes.toString('latin1', 0, end).split('\r\n').slice(1)
      const pairs = lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)] as const)
      const headers = Object.fromEntries(pairs.map(([name, value]) => [name.toLowerCase(), value]))
      const length = calls[answers.length]?.startsWith('HEAD') ? 0 : Number(headers['content-length'])
      if (bytes.length < end + 4 + length) break
      const body = bytes.toString('utf8', end + 4, end + 4 + length)
      answers.push({ names: pairs.map(([name]) => name), headers, body })
      bytes = bytes.subarray(end + 4 + length)
    }
    if (answers.length === count) break
  }
  socket.destroy()
  return answers
}
