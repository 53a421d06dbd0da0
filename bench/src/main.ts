import { parseArgs } from 'node:util'
import { measureBlocks } from '#parts/blocks'
import { measureBundleSize } from '#parts/bundleSize'
import { measureClient } from '#parts/client/client'
import { measureDatabases } from '#parts/databases'
import { measureDelivery } from '#parts/delivery'
import { measureFanOut } from '#parts/fanOut'
import { measureFlatCost } from '#parts/flatCost'
import { measureMemory } from '#parts/memory'
import { measureNodes } from '#parts/nodes/nodes'
import { simulateScale } from '#parts/scale/scale'
import { type ReportRow, formatTable, writeClientSection, writeReadme } from './report.ts'
import { measureSlowDisk } from '#parts/slowDisk'
import { measureSlowReaders } from '#parts/slowReaders'
import { measureStartup } from '#parts/startup'
import { measureTesting } from '#parts/testing'
import { measureThroughput } from '#parts/throughput'

const usage = `npm run bench -- [parts] [--rounds 5] [--seconds 3] [--seed 1] [--messages 20000] [--short] [--write]

Parts: throughput, databases, flat, delivery, slow, fanout, memory, disk, start, blocks, bundle, nodes, testing, client, scale;
all of them up to bundle when none is named. databases and nodes each fill an empty PostgreSQL database, named in
BENCH_POSTGRES_URL; nodes uses the Redis of BENCH_REDIS_URL, or that of this machine. testing compares the kit for tests with
emulate, which it fetches from npm, and looks at the inspector. client measures the built web client in Chromium for 16 minutes
(--short: 3), in a channel of so many --messages, and writes its own section of the page. scale simulates 100,000 teams from
measured costs (bench/src/parts/scale/assumptions.ts); --seed makes other ones.
--short   one quick round of each part, under a minute
--write   writes bench/README.md
`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    short: { type: 'boolean', default: false },
    messages: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const rounds = Number(values.rounds ?? (values.short ? 1 : 5))
const seconds = Number(values.seconds ?? (values.short ? 1 : 3))
const print = (line: string): void => void process.stdout.write(`${line}\n`)

const parts: Record<string, () => Promise<ReportRow[]>> = {
  throughput: () => measureThroughput(rounds, seconds, print),
  databases: () => measureDatabases(rounds, seconds, print),
  nodes: () => measureNodes(rounds, seconds, print),
  flat: () => (values.short ? measureFlatCost(3, 2000) : measureFlatCost(12, 10_000)),
  delivery: () => (values.short ? measureDelivery(200, 2, print) : measureDelivery(1000, 10, print)),
  slow: () => (values.short ? measureSlowReaders(1, 3, print) : measureSlowReaders(2, 15, print)),
  fanout: () => (values.short ? measureFanOut([1, 100], 1, 20) : measureFanOut([1, 100, 1000, 5000], rounds, 50)),
  memory: () => (values.short ? measureMemory(2000, 1000) : measureMemory(10_000, 5000)),
  disk: () => measureSlowDisk(rounds, seconds),
  start: () => measureStartup(values.short ? 5 : 15, 1000),
  blocks: async () => measureBlocks(rounds),
  bundle: measureBundleSize,
  testing: () => (values.short ? measureTesting(1, 10, 1000) : measureTesting(rounds, 100, 10_000)),
  client: () => measureClient(Number(values.messages), values.short, print),
  scale: async () => simulateScale(values.short ? 10_000 : 100_000, Number(values.seed)),
}
const names =
  positionals.length > 0
    ? positionals
    : Object.keys(parts).filter((name) => !['nodes', 'testing', 'client', 'scale'].includes(name))

if (values.help || names.some((name) => !(name in parts))) {
  process.stderr.write(usage)
  process.exitCode = values.help ? 0 : 2
} else {
  const rows: ReportRow[] = []
  for (const name of names) rows.push(...((await parts[name]?.()) ?? []))
  print(formatTable(rows))
  if (values.write && rows.some((row) => row.noisy)) {
    process.stderr.write('bench/README.md was not written: the machine was too busy with other work.\n')
    process.exitCode = 1
  } else if (values.write && names.join() === 'client') await writeClientSection(rows)
  else if (values.write) await writeReadme(rows, `${rounds} rounds of ${seconds} s per side`)
}
