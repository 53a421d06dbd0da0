import { setTimeout as sleep } from 'node:timers/promises'
import { findFaults, streamKey } from '#check/check'
import { Ledger } from '#check/ledger'
import { readByApi } from '#check/readBack'
import { Client } from '#load/client'
import type { Random } from '#load/random'
import { textField } from '#load/untypedFields'
import { targets as firstTargets, token, type WriteTarget } from '#load/workspace'
import type { ReceivedEvents } from '#cluster/apps/receivedEvents'
import { type Cluster, injectFaults } from './faults.ts'
import type { ReaderProcesses } from './readersProcess.ts'
import { SdkStreams } from './sdkStreams.ts'
import { SdkWriters } from './sdkWriters.ts'
import { ClusterWriters } from './writers.ts'

/** How long all write before the first fault of a part. */
const warmUpMs = 2000

/** Those who use a cluster. */
export interface Users {
  /** The address of the API, at any node. */
  api: string
  /** What the apps have got. */
  events: readonly ReceivedEvents[]
  readers: ReaderProcesses
  writersPerStream: number
  tolerated: readonly string[]
}

export interface PartReport {
  faultsInjected: Record<string, number>
  acknowledged: number
  streams: number
  repeated: number
  longestCallMs: number
  /** How long a message took from node to node, with all who write, before the first fault of the part. */
  calmMs: number
  faults: string[]
}

/** The channels that people read. */
export const readChannels = [...new Set(firstTargets.map(({ channel }) => channel))].filter((channel) =>
  channel.startsWith('C'),
)

/**
 * Writes while `count` things go wrong, then compares everything of this part with what was acknowledged and with what the
 * readers saw. A long run has many parts: what was checked can be forgotten. `previous`: the ledger of the part before.
 */
export async function runPart(
  cluster: Cluster,
  users: Users,
  { count, before, previous }: { count: number; before: number; previous: Ledger | undefined },
  random: Random,
  print: (line: string) => void,
): Promise<{ report: PartReport; ledger: Ledger }> {
  const { nodes } = cluster
  const { tolerated, writersPerStream } = users
  const ledger = new Ledger()
  if (previous) continueTimestamps(previous, ledger)
  const targets = previous ? await createTargets(nodes[0]?.origin ?? '') : firstTargets
  const options = { targets, tolerated, writersPerStream }
  const writers = new ClusterWriters(nodes, ledger, random, options)
  const sdkWriters = new SdkWriters(users.api, ledger, options)
  const sdkStreams = new SdkStreams(users.api, ledger, options)
  await sleep(warmUpMs)
  const calm = await cluster.pulse.measure()
  const injected = await injectFaults(cluster, { count, before }, random, print)
  await Promise.all([writers.stop(), sdkWriters.stop(), sdkStreams.stop()])
  const faults = [
    ...calm.found,
    ...injected.found,
    ...ledger.unexpected,
    ...nodes.flatMap(({ unexpected }) => unexpected),
  ]
  faults.push(...users.events.flatMap((events) => events.expect(ledger)))
  print(`cluster: ${ledger.countAcknowledged()} acknowledged in this part, reading back`)
  faults.push(...(await readBack(nodes[0]?.origin ?? '', ledger, targets, users.readers)))
  const report = {
    faultsInjected: injected.counts,
    acknowledged: ledger.countAcknowledged(),
    streams: ledger.streams.length,
    repeated: writers.repeated,
    longestCallMs: Math.round(writers.longestCallMs),
    calmMs: calm.ms,
    faults,
  }
  return { report, ledger }
}

/** New threads for the plain messages of a part. */
async function createTargets(origin: string): Promise<WriteTarget[]> {
  const client = new Client(`${origin}/api/`, token)
  try {
    return await Promise.all(
      firstTargets.map(async (target) => {
        const { channel } = target
        const posted = await client.callOrThrow('chat.postMessage', { channel, text: 'Begin again' })
        return { ...target, root: textField(posted, 'ts') }
      }),
    )
  } finally {
    client.close()
  }
}

/** Each ts has to be higher than all of the parts before. */
function continueTimestamps(previous: Ledger, ledger: Ledger): void {
  for (const [channel, calls] of previous.callsWithTs) {
    const acknowledged = calls.filter(({ ackedAt }) => ackedAt < Infinity)
    const last = acknowledged.toSorted((one, other) => Number(one.ts) - Number(other.ts)).at(-1)
    if (last) ledger.addTs(channel, last)
  }
}

/** Reads everything at one node, and compares it with what was acknowledged and with what the readers saw. */
async function readBack(
  origin: string,
  ledger: Ledger,
  targets: readonly WriteTarget[],
  readers: ReaderProcesses,
): Promise<string[]> {
  const client = new Client(`${origin}/api/`, token)
  try {
    const found = await readByApi(client, ledger.streams, targets)
    const read = ledger.streams.filter(({ target }) => readChannels.includes(target.channel))
    const textOf = (key: string) => found.streams.get(key)?.text ?? ''
    const expected = new Map(
      read.map((stream) => [streamKey(stream), { root: stream.root, text: textOf(streamKey(stream)) }]),
    )
    return [...findFaults(ledger, found), ...(await readers.settle(expected))]
  } finally {
    client.close()
  }
}
