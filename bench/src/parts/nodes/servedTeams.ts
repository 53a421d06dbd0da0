import { setTimeout as sleep } from 'node:timers/promises'
import { readProcessorTime } from '#measure/processorTime'
import { textField } from '#measure/untypedFields'
import { compareSeries, median, type ReportRow } from '#report'
import { call, signInAll } from '#servers/client'
import type { Server } from '#servers/server'
import { createOtherTeam } from '#servers/workspace'

const served = 10
const count = 1000
/** Messages per second: in the teams that the second node serves, and in the others. */
const inServed = 10
const inOthers = 90
const stepMs = 100

/** A thousand teams. People of the first ten can sign in. */
export const manyTeams = Array.from({ length: count }, (_, index) => createOtherTeam(`MANY${index}`, 1, index < served))

/** What a node does that serves ten of a thousand teams, while others write in all of them or in these ten alone. */
export async function measureServedTeams(
  [first, second]: readonly [Server, Server],
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<ReportRow> {
  const cookies = await signInAll(
    second,
    manyTeams.slice(0, served).flatMap(({ people }) => people),
  )
  const sockets = await Promise.all(cookies.map((cookie) => view(second, cookie)))
  let next = 0
  const post = async (from: number, upTo: number) => {
    const team = manyTeams[from + (next++ % (upTo - from))]
    if (team)
      await call(first, 'chat.postMessage', { channel: team.place.channel, text: 'A few words' }, team.place.token)
  }
  /** Processor time of the second node per second, in milliseconds. */
  const costOf = async (others: number): Promise<number> => {
    const before = readProcessorTime(second.pid)
    const began = performance.now()
    const posts: Promise<void>[] = []
    for (let sent = 0; performance.now() - began < seconds * 3000; sent++) {
      for (let n = 0; n < (inServed * stepMs) / 1000; n++) posts.push(post(0, served))
      for (let n = 0; n < (others * stepMs) / 1000; n++) posts.push(post(served, count))
      await sleep(Math.max(0, (sent + 1) * stepMs - (performance.now() - began)))
    }
    await Promise.all(posts)
    return (readProcessorTime(second.pid) - before) / (performance.now() - began)
  }
  const [alone, all]: [number[], number[]] = [[], []]
  await costOf(0)
  await costOf(inOthers)
  for (let round = 0; round < rounds; round++) {
    alone.push(await costOf(0))
    all.push(await costOf(inOthers), await costOf(inOthers))
    alone.push(await costOf(0))
  }
  for (const socket of sockets) socket.close()
  return {
    what: `processor time of a node that serves ${served} of ${count} teams, ${inServed + inOthers} messages per second in all of them to ${inServed} in these`,
    figure: `${median(all).toFixed(0)} ms/s vs ${median(alone).toFixed(0)} ms/s`,
    ...compareSeries(all, alone),
    goal: { atMost: 1.25 },
  }
}

/** Somebody who looks at their team. */
async function view({ url }: Server, cookie: string): Promise<WebSocket> {
  const { promise, resolve, reject } = Promise.withResolvers<WebSocket>()
  const socket = new WebSocket(`${url.replace('http', 'ws')}/feed`, { headers: { cookie, origin: url } })
  socket.addEventListener('open', () => socket.send(JSON.stringify({ type: 'hello', protocol: 1 })))
  socket.addEventListener('error', reject)
  socket.addEventListener('message', ({ data }) => {
    if (textField(JSON.parse(String(data)), 'type') === 'welcome') resolve(socket)
  })
  return promise
}
