import { setTimeout as sleep } from 'node:timers/promises'
import { findProcesses, readProcessorTime } from '#measure/processorTime'
import { textField } from '#measure/untypedFields'
import { BenchProcess } from '#processes/childProcess'
import { isLoadResult, type LoadJob, type LoadResult } from '#processes/loadJob'
import { compareSeries, median, type ReportRow } from '#report'
import { call } from '#servers/client'
import {
  type Server,
  startBareServer,
  startServer,
  startServerOnPostgres,
  withTemporaryDirectory,
} from '#servers/server'
import { createAppendRequest, createRequest, openStreams, readSampleAnswer, stopStreams } from '#servers/streams'
import { channel } from '#servers/workspace'

const connections = 64

type Side = 'bare' | 'sqlite' | 'postgresql'

interface Measurement extends LoadResult {
  /** Processor time of PostgreSQL per request, in microseconds; undefined if it is on another machine, or a process of it has ended. */
  databaseTime: number | undefined
}

interface Calls {
  method: string
  goals: { speed?: number; processorTime?: number; p99?: number }
  /** The requests of one window, one for each connection. */
  requests(server: Server): Promise<string[]>
  /** What follows a window. */
  after?(server: Server, requests: readonly string[]): Promise<void>
}

/** The same calls on SQLite, on PostgreSQL and to a bare server, in turn. */
export async function measureDatabases(
  rounds: number,
  seconds: number,
  print: (line: string) => void,
): Promise<ReportRow[]> {
  const url = process.env['BENCH_POSTGRES_URL']
  if (!url) {
    print('databases: name an empty PostgreSQL database in BENCH_POSTGRES_URL; skipped.')
    return []
  }
  return withTemporaryDirectory(async (directory) => {
    const generator = new BenchProcess<LoadJob, LoadResult>('loadGenerator.ts', isLoadResult)
    const sqlite = await startServer(`${directory}/sqlite/data`)
    const postgresql = await startServerOnPostgres(`${directory}/postgresql/data`, url)
    const bare = await startBareServer(await readSampleAnswer(sqlite))
    const servers = { bare, sqlite, postgresql }
    const rows: ReportRow[] = []
    const sides: Side[] = ['bare', 'sqlite', 'postgresql']
    for (const calls of [appends, posts, replies, statuses]) {
      const measured: Record<Side, Measurement[]> = { bare: [], sqlite: [], postgresql: [] }
      for (const side of sides) await measureWindow(generator, servers[side], side, calls, Math.max(2, seconds / 2))
      for (let round = 1; round <= rounds; round++)
        for (const side of [...sides, ...sides.toReversed()]) {
          const result = await measureWindow(generator, servers[side], side, calls, seconds)
          measured[side].push(result)
          print(`${calls.method}, round ${round}: ${side.padEnd(10)} ${format(result)}`)
        }
      rows.push(...createRows(calls, measured))
    }
    generator.stop()
    await Promise.all(Object.values(servers).map((server) => server.stop()))
    return rows
  })
}

const appends: Calls = {
  method: 'chat.appendStream',
  goals: { speed: 0.25, processorTime: 2, p99: 30 },
  requests: async (server) => (await openStreams(server, connections)).map((ts) => createAppendRequest(server, ts)),
  after: (server, requests) =>
    stopStreams(
      server,
      requests.flatMap((request) => /&ts=([\d.]+)/.exec(request)?.[1] ?? []),
    ),
}

const posts: Calls = {
  method: 'chat.postMessage',
  goals: {},
  requests: async (server) => repeat(createRequest(server, 'chat.postMessage', { channel, text: 'A few words' })),
}

const replies: Calls = {
  method: 'conversations.replies',
  goals: {},
  async requests(server) {
    const { text } = await call(server, 'chat.postMessage', { channel, text: 'A question' })
    const ts = textField(JSON.parse(text), 'ts')
    for (let i = 0; i < 5; i++) await call(server, 'chat.postMessage', { channel, thread_ts: ts, text: `Answer ${i}` })
    return repeat(createRequest(server, 'conversations.replies', { channel, ts }))
  },
}

const statuses: Calls = {
  method: 'assistant.threads.setStatus',
  goals: {},
  async requests(server) {
    const { text } = await call(server, 'chat.postMessage', { channel, text: 'A question' })
    const thread_ts = textField(JSON.parse(text), 'ts')
    const args = { channel_id: channel, thread_ts }
    return Array.from({ length: connections }, (_, i) =>
      createRequest(server, 'assistant.threads.setStatus', { ...args, status: `is looking at ${i}` }),
    )
  },
}

function repeat(request: string): string[] {
  return Array.from({ length: connections }, () => request)
}

async function measureWindow(
  generator: BenchProcess<LoadJob, LoadResult>,
  server: Server,
  side: Side,
  calls: Calls,
  seconds: number,
): Promise<Measurement> {
  const requests = side === 'bare' ? repeat(createAppendRequest(server, '1.0')) : await calls.requests(server)
  // What the preparation has left to do does not count.
  await sleep(200)
  const port = Number(new URL(server.url).port)
  const before = side === 'postgresql' ? readBackends() : new Map<number, number>()
  const job = { port, serverPid: server.pid, requests, warmMs: 500, measureMs: seconds * 1000 }
  const result = await generator.run(job)
  const after = side === 'postgresql' ? readBackends() : new Map<number, number>()
  const used = [...after].reduce((sum, [pid, time]) => sum + time - (before.get(pid) ?? 0), 0)
  // What a process has used that has ended since is not known.
  const isKnown = before.size > 0 && [...before.keys()].every((pid) => after.has(pid))
  if (side !== 'bare') await calls.after?.(server, requests)
  return { ...result, databaseTime: isKnown ? used / result.total : undefined }
}

/**
 * The processor time of the processes of PostgreSQL that work for the server. Its writer of the log, which all databases
 * share, is none of them.
 */
function readBackends(): Map<number, number> {
  const name = new URL(process.env['BENCH_POSTGRES_URL'] ?? '').pathname.slice(1)
  const times = new Map<number, number>()
  for (const pid of findProcesses(new RegExp(`^postgres: (\\S+: )?\\S+ ${name} `)))
    try {
      times.set(pid, readProcessorTime(pid))
    } catch {
      // It has ended.
    }
  return times
}

function createRows({ method, goals }: Calls, measured: Record<Side, Measurement[]>): ReportRow[] {
  const { bare, sqlite, postgresql } = measured
  const perSecond = (list: LoadResult[]) => list.map(({ requests, seconds }) => requests / seconds)
  const cpu = (list: LoadResult[]) => list.map((result) => result.cpuPerRequest)
  const p99 = (list: LoadResult[]) => list.map((result) => result.p99)
  const ofDatabase = postgresql.flatMap(({ databaseTime }) => databaseTime ?? [])
  const figure = (of: (list: LoadResult[]) => number[], digits: number, unit: string) =>
    `${[postgresql, sqlite, bare].map((list) => median(of(list)).toFixed(digits)).join(' vs ')} ${unit}`
  return [
    {
      what: `${method} per second, on PostgreSQL vs SQLite vs bare`,
      figure: figure(perSecond, 0, '/s'),
      ...compareSeries(perSecond(postgresql), perSecond(bare)),
      ...(goals.speed !== undefined && { goal: { atLeast: goals.speed } }),
    },
    {
      what: `processor time of the node, ${method}, PostgreSQL to SQLite`,
      figure: figure(cpu, 1, 'µs'),
      ...compareSeries(cpu(postgresql), cpu(sqlite)),
      ...(goals.processorTime !== undefined && { goal: { atMost: goals.processorTime } }),
    },
    ...(ofDatabase.length > 0
      ? [{ what: `processor time of PostgreSQL, ${method}`, figure: `${median(ofDatabase).toFixed(1)} µs` }]
      : []),
    {
      what: `p99, ${method}, PostgreSQL to SQLite`,
      figure: figure(p99, 2, 'ms'),
      ...compareSeries(p99(postgresql), p99(sqlite)),
      ...(goals.p99 !== undefined && { goal: { atMost: goals.p99, unit: ' ms', value: median(p99(postgresql)) } }),
    },
  ]
}

const format = (result: Measurement): string =>
  `${(result.requests / result.seconds).toFixed(0)}/s, ${result.cpuPerRequest.toFixed(1)} µs, ` +
  `p50 ${result.p50.toFixed(2)} ms, p99 ${result.p99.toFixed(2)} ms, other load ${(result.otherLoad * 100).toFixed(0)} %` +
  (result.databaseTime === undefined ? '' : `, PostgreSQL ${result.databaseTime.toFixed(1)} µs`)
