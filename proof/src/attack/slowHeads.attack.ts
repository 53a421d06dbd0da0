import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { withAttackedServer } from './attackedServer.ts'
import type { Attack } from './runAttacks.ts'

const goalMs = 12_000

/** Connections that send a head a byte a second, or half a head, or nothing, are cut. */
export const attack: Attack = (print) =>
  withAttackedServer(async ({ host, port }) => {
    const head = 'POST /api/api.test HTTP/1.1\r\nhost: localhost\r\ncontent-length: 2\r\n'
    const openTimes = await Promise.all(
      ['', head, ...Array.from({ length: 98 }, () => undefined)].map((sent) => lifetimeOf(host, port, sent)),
    )
    const worst = Math.max(...openTimes)
    print(`100 connections without a whole head were cut after ${(worst / 1000).toFixed(1)} s at most (goal 12 s)`)
    if (worst > goalMs) throw new Error('a connection without a whole head was kept too long')

    async function lifetimeOf(host: string, port: number, sent: string | undefined): Promise<number> {
      const socket = connect(port, host).on('error', () => {})
      const begun = performance.now()
      const { promise: closed, resolve } = Promise.withResolvers<number>()
      socket.resume().on('close', () => resolve(performance.now() - begun))
      if (sent !== undefined) socket.write(sent)
      for (let i = 0; !socket.destroyed && i < (2 * goalMs) / 1000; i++) {
        if (sent === undefined) socket.write(head[i] ?? 'x')
        await Promise.race([closed, sleep(1000)])
      }
      socket.destroy()
      return closed
    }
  })
