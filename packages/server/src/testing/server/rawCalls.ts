import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'

/** One answer, and whether the fast path or Node's own HTTP server wrote it. */
export interface Answered {
  status: number
  by: 'fast path' | 'node'
  /** By their names in lower case. */
  headers: Record<string, string>
  body: string
}

/** The bytes of a call: a POST for the fast path if there is a body, else a GET. */
export function callBytes(path: string, body?: string, headers: string[] = []): string {
  const form = ['Content-Type: application/x-www-form-urlencoded', `Content-Length: ${Buffer.byteLength(body ?? '')}`]
  const lines = ['Host: localhost', ...headers, ...(body === undefined ? [] : form)]
  return [`${body === undefined ? 'GET' : 'POST'} /api/${path} HTTP/1.1`, ...lines, '', body ?? ''].join('\r\n')
}

/** Opens a connection that is destroyed with the test. */
export async function openConnection(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  return socket
}

/** Sends the pieces one after the other over a new connection, and reads `count` answers. */
export async function sendPieces(
  port: number,
  pieces: (string | Buffer)[],
  count = pieces.length,
): Promise<Answered[]> {
  const socket = await openConnection(port)
  const answers = await sendPiecesOver(socket, pieces, count)
  socket.destroy()
  return answers
}

export async function sendPiecesOver(socket: Socket, pieces: (string | Buffer)[], count: number): Promise<Answered[]> {
  const answers = readAnswers(socket, count, pieces[0]?.toString().startsWith('HEAD'))
  for (const [i, piece] of pieces.entries()) {
    if (i > 0) await sleep(1)
    socket.write(piece)
  }
  return answers
}

/** Reads `count` answers, each by its Content-Length. */
export async function readAnswers(socket: Socket, count: number, hasNoBodies = false): Promise<Answered[]> {
  const answers: Answered[] = []
  const parts: Buffer[] = []
  let bytes = Buffer.alloc(0)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const take = (part: Buffer) => {
    parts.push(part)
    const length = parts.reduce((sum, { length }) => sum + length, 0)
    if (length < needed) return
    bytes = Buffer.concat(parts.splice(0))
    for (;;) {
      const end = bytes.indexOf('\r\n\r\n')
      if (end < 0) break
      const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n')
      const pairs = lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)] as const)
      const headers = Object.fromEntries(pairs.map(([name, value]) => [name.toLowerCase(), value]))
      const size = hasNoBodies ? 0 : Number(headers['content-length'])
      needed = end + 4 + size
      if (bytes.length < needed) break
      // Only Node writes header names with capitals.
      const by = pairs.some(([name]) => name === 'Date') ? 'node' : 'fast path'
      answers.push({ status: Number(first.split(' ')[1]), by, headers, body: bytes.toString('utf8', end + 4, needed) })
      bytes = bytes.subarray(needed)
      needed = 0
    }
    parts.push(bytes)
    if (answers.length >= count) resolve()
  }
  let needed = 0
  const cut = () => reject(new Error(`closed after ${answers.length} answers of ${count}`))
  socket.on('data', take).on('close', cut).resume()
  await promise
  socket.off('data', take).off('close', cut).pause()
  return answers
}
