import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { numberField, textField } from '#measure/untypedFields'
import { BenchProcess } from '#processes/childProcess'
import { isStreamsResult, type StreamsJob, type StreamsResult } from '#processes/streamsWithViewersJob'
import { median, type ReportRow } from '#report'
import { call, signInAll } from '#servers/client'
import { type Server, startNode, withTemporaryDirectory } from '#servers/server'
import { channel, type Channels, createOtherTeam, createPrivateChannels, viewerIds } from '#servers/workspace'
import { measureAppendCost } from './appendCost.ts'
import { manyTeams, measureServedTeams } from './servedTeams.ts'

const streamCount = 200
const appendsPerSecond = 2000
const browsers = 40
const missed = 250

/** Two nodes on one PostgreSQL and one Redis: what the second one costs, and how soon it knows what the first one took. */
export async function measureNodes(
  rounds: number,
  seconds: number,
  print: (line: string) => void,
): Promise<ReportRow[]> {
  const { BENCH_POSTGRES_URL: store, BENCH_REDIS_URL: bus = 'redis://127.0.0.1:6379' } = process.env
  if (!store) {
    print('nodes: name an empty PostgreSQL database in BENCH_POSTGRES_URL; skipped.')
    return []
  }
  return withTemporaryDirectory(async (directory) => {
    const pairs = createPrivateChannels(streamCount)
    const channels: Channels = [...pairs, { id: channel, name: 'bench', members: [...viewerIds, 'A0BENCH'] }]
    const large = createOtherTeam('LARGE', 10_000)
    const start = (name: string) => startNode(directory, name, { store, bus, channels, others: [large, ...manyTeams] })
    const nodes = [await start('first'), await start('second')] as const
    const apart = await startNode(directory, 'apart', {
      store: await createSchema(store, 'apart'),
      bus,
      channels,
      others: [],
    })
    const [first, second] = nodes
    const cookies = await signInAll(second, viewerIds)
    const costs = await measureAppendCost(nodes, apart, large.place, { rounds, seconds, print })
    await apart.stop()
    const rows = [
      ...costs,
      await measureServedTeams(nodes, { rounds, seconds }),
      await measureLatency(
        first,
        second,
        cookies,
        pairs.map(({ id }) => id),
        seconds,
      ),
      await measureReturn(first, second, cookies),
    ]
    await Promise.all([first.stop(), second.stop()])
    return rows
  })
}

/** Creates a schema in the database, and returns the address of a store in it. */
async function createSchema(database: string, name: string): Promise<string> {
  const client = new pg.Client(database)
  await client.connect()
  await client.query(`create schema ${name}`)
  await client.end()
  const store = new URL(database)
  store.searchParams.set('options', `-csearch_path=${name}`)
  return String(store)
}

/** From the answer of one node to the frame of the other. Each private channel has one stream and one viewer. */
async function measureLatency(
  first: Server,
  second: Server,
  cookies: string[],
  channels: string[],
  seconds: number,
): Promise<ReportRow> {
  const streams = new BenchProcess<StreamsJob, StreamsResult>('streamsWithViewers.ts', isStreamsResult)
  await streams.run({ kind: 'connect', url: first.url, feedUrl: second.url, cookies, channels })
  const rate = appendsPerSecond / channels.length
  await streams.run({ kind: 'append', rate, seconds: 2 })
  const { p50, p99, sent } = await streams.run({ kind: 'append', rate, seconds: seconds * 3 })
  streams.stop()
  return {
    what: `from the answer of one node to the frame of the other, ${sent.toFixed(0)} appends per second`,
    figure: `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
    // Where so many cannot be sent, nothing is told of them.
    goal: { atMost: 50, unit: ' ms', value: sent < 0.9 * appendsPerSecond ? Infinity : p99 },
  }
}

/** Browsers come back at the same time, after 250 messages that the other node took. */
async function measureReturn(first: Server, second: Server, cookies: string[]): Promise<ReportRow> {
  const watching = [channel]
  const cursors = await Promise.all(
    Array.from({ length: browsers }, async (_, i) => {
      const frame = await greet(second, cookies[i % cookies.length] ?? '', {})
      return { after: numberField(frame, 'seq'), epoch: textField(frame, 'epoch') }
    }),
  )
  for (let n = 0; n < missed; n++)
    await call(first, 'chat.postMessage', { channel, text: `Message ${n} that was missed` })
  await sleep(1000)
  const took = await Promise.all(
    cursors.map(async (cursor, i) => {
      const start = performance.now()
      await greet(second, cookies[i % cookies.length] ?? '', { ...cursor, watching })
      return performance.now() - start
    }),
  )
  return {
    what: `${browsers} browsers with ${missed} missed messages each, until they are greeted: median, longest`,
    figure: `${median(took).toFixed(0)} ms, ${Math.max(...took).toFixed(0)} ms`,
    goal: { atMost: 500, unit: ' ms', value: Math.max(...took) },
  }
}

/** Connects, says hello, and returns the frame that greets. */
function greet({ url }: Server, cookie: string, cursor: object): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const socket = new WebSocket(`${url.replace('http', 'ws')}/feed`, { headers: { cookie, origin: url } })
  socket.addEventListener('open', () => socket.send(JSON.stringify({ type: 'hello', protocol: 1, ...cursor })))
  socket.addEventListener('error', reject)
  socket.addEventListener('message', ({ data }) => {
    const frame: unknown = JSON.parse(String(data))
    if (!/^(welcome|resumed)$/.test(textField(frame, 'type'))) return
    resolve(frame)
    socket.close()
  })
  return promise
}
