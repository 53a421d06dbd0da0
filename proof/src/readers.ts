import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Ledger } from '#check/ledger'
import { readByApi } from '#check/readBack'
import { streamKey } from '#check/check'
import { Client } from '#load/client'
import { LoadGenerator } from '#load/load'
import { Random } from '#load/random'
import { FeedReader, signIn } from '#load/feedReader'
import { startServer } from '#load/server'
import { targets, token } from '#load/workspace'

const readerCount = 16
const settleMs = 60_000

export interface ReadersReport {
  proof: 'readers'
  seed: number
  reconnects: number
  resumed: number
  retries: number
  deltas: number
  streams: number
  faults: string[]
}

/**
 * Cuts the connections of people who read while streams are written, again and again. A text that a reader sees never gets
 * shorter, and in the end it is what the server stored: nothing is missing, doubled or in another order.
 */
export async function proveReaders(
  reconnects: number,
  seed: number,
  print: (line: string) => void,
): Promise<ReadersReport> {
  const home = await mkdtemp(join(tmpdir(), 'rivulet-readers-'))
  const server = await startServer(home)
  const origin = new URL(server.api).origin
  const ledger = new Ledger()
  const random = new Random(seed)
  const channels = [...new Set(targets.map(({ channel }) => channel))].filter((channel) => channel.startsWith('C'))
  const cookie = await signIn(origin, 'T0PROOF', 'U0PROOF')
  const readers = Array.from({ length: readerCount }, () => new FeedReader(() => origin, cookie, channels))
  const load = new LoadGenerator(server.api, ledger, random)
  let left = reconnects
  await Promise.all(
    readers.map(async (reader) => {
      await reader.connect()
      while (left-- > 0) {
        if (left % 1000 === 0) print(`readers: ${left} reconnects left, ${ledger.streams.length} streams`)
        await sleep(random.between(0, 60))
        reader.cut()
        await reader.connect()
      }
    }),
  )
  await load.stop()

  const client = new Client(server.api, token)
  const read = ledger.streams.filter((stream) => channels.includes(stream.target.channel))
  const { streams } = await readByApi(client, read, [])
  client.close()
  const expected = new Map(read.map((stream) => [streamKey(stream), streams.get(streamKey(stream))?.text ?? '']))
  const deadline = performance.now() + settleMs
  const differing = () => readers.flatMap((reader) => reader.findDifferences(expected))
  while (differing().length > 0 && performance.now() < deadline) await sleep(200)
  const faults = [...differing(), ...readers.flatMap((reader) => reader.faults), ...ledger.unexpected]
  for (const reader of readers) reader.cut()
  await server.kill()
  await rm(home, { recursive: true })
  return {
    proof: 'readers',
    seed,
    reconnects,
    resumed: readers.reduce((sum, reader) => sum + reader.resumed, 0),
    retries: readers.reduce((sum, reader) => sum + reader.retries, 0),
    deltas: readers.reduce((sum, reader) => sum + reader.deltas, 0),
    streams: read.length,
    faults: faults.slice(0, 20),
  }
}
