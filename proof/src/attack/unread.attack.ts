import { fork } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type AttackedServer, withAttackedServer } from './attackedServer.ts'
import type { Attack } from './runAttacks.ts'
import type { Flood } from './unreadFlood.ts'

const goalMiB = 64
/** Others' p99 may be this many times what it is without the attack. */
const goalRatio = 2
/** The median of so many rounds decides about the time, and the worst of them about memory. */
const rounds = 7

const document = 'GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n'
const word = `word=${'x'.repeat(1_000_000)}`
const echo = `POST /api/api.test HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${word.length}\r\n\r\n${word}`
const health = 'GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n'

/** 1,000 connections that ask for much, some times ahead, and read nothing. */
export const attack: Attack = async (print) => {
  const failures: string[] = []
  for (const command of ['serve', 'dev'] as const)
    for (const { bytes, times, what } of [
      { bytes: document, times: 20, what: '20 × openapi.json' },
      { bytes: echo, times: 4, what: '4 × 1 MB echoed by api.test' },
    ])
      await withAttackedServer(
        (server) => attackWith(server, { bytes, times, connections: 1000 }, `${command}, ${what}`),
        {
          command,
        },
      )
  if (failures.length > 0) throw new Error(failures.join(' '))

  async function attackWith(server: AttackedServer, flood: Omit<Flood, 'host' | 'port'>, what: string): Promise<void> {
    // What serving costs anyway is not the attack's: the heap grows to its usual size, and what it holds becomes old.
    for (let i = 0; i < 20; i++) await request(server, flood.bytes)
    for (let i = 0; i < 12; i++) await p99Of(server)
    const before = await server.readRss()
    const ratios: number[] = []
    let most = 0
    for (let round = 0; round < rounds; round++) {
      const quiet = await p99Of(server)
      const { attacked, rss } = await measureUnder(server, flood)
      ratios.push(attacked / quiet)
      most = Math.max(most, rss - before)
      print(
        `${what}: p99 ${quiet.toFixed(1)} ms before, ${attacked.toFixed(1)} ms meanwhile, ${(rss - before).toFixed(0)} MiB more`,
      )
    }
    const ratio = ratios.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? Infinity
    print(`${what}: ${most.toFixed(0)} MiB (goal ${goalMiB}), p99 ${ratio.toFixed(1)} × (goal ${goalRatio} ×)`)
    if (most > goalMiB) failures.push(`What nobody reads costs too much memory: ${what}.`)
    if (ratio > goalRatio) failures.push(`What nobody reads holds up others: ${what}.`)
  }
}

async function measureUnder(server: AttackedServer, flood: Omit<Flood, 'host' | 'port'>) {
  // In a process of its own, so that it does not hold up those who measure.
  const attacker = fork(join(import.meta.dirname, 'unreadFlood.ts'))
  try {
    attacker.send({ ...flood, host: server.host, port: server.port } satisfies Flood)
    await once(attacker, 'message')
    await sleep(3000)
    const attacked = await p99Of(server)
    if (attacker.exitCode !== null) throw new Error('The attackers ended before the measurement.')
    return { attacked, rss: await server.readRss() }
  } finally {
    attacker.kill('SIGKILL')
    await once(attacker, 'exit')
  }
}

/** The 99th percentile of 2,000 small calls, in milliseconds. */
async function p99Of(server: AttackedServer): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < 2000; i++) {
    const begun = performance.now()
    await request(server, health)
    times.push(performance.now() - begun)
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0
}

async function request({ host, port }: AttackedServer, bytes: string): Promise<void> {
  const socket = connect(port, host)
  let text = ''
  socket.on('data', (part: Buffer) => {
    text += part.toString('latin1')
    const head = text.indexOf('\r\n\r\n')
    const length = Number(/content-length: (\d+)/i.exec(text.slice(0, head))?.[1])
    if (head !== -1 && text.length >= head + 4 + length) socket.destroy()
  })
  socket.write(bytes)
  await once(socket, 'close')
}
