import { connect } from 'node:net'
import { withAttackedServer } from './attackedServer.ts'
import type { Attack } from './runAttacks.ts'

const goalMs = 14_000
const requests = [
  'POST /api/nope',
  'GET /',
  'POST /api/api.test',
  'GET /api/api.test',
  'POST /nowhere',
  'POST /session',
]

/** Bodies that come a byte a second, to calls, pages and nothing, are cut. */
export const attack: Attack = (print) =>
  withAttackedServer(async ({ host, port }) => {
    const lifetimes = Array.from({ length: 20 }, () => requests.map(lifetimeOf)).flat()
    const worst = Math.max(...(await Promise.all(lifetimes)))
    print(
      `120 connections with a body of a byte a second were cut after ${(worst / 1000).toFixed(1)} s at most (goal 14 s)`,
    )
    if (worst > goalMs) throw new Error('a connection with a late body was kept too long')

    async function lifetimeOf(line: string): Promise<number> {
      const socket = connect(port, host).on('error', () => {})
      const begun = performance.now()
      socket
        .resume()
        .write(`${line} HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: 1000\r\n\r\n`)
      const sending = setInterval(() => socket.write('x'), 1000)
      const giveUp = setTimeout(() => socket.destroy(), 2 * goalMs)
      await new Promise((resolve) => socket.on('close', resolve))
      clearInterval(sending)
      clearTimeout(giveUp)
      return performance.now() - begun
    }
  })
