import { parseArgs } from 'node:util'
import { blocks } from './blocks.ts'
import { bundle } from './bundle.ts'
import { delivery } from './delivery.ts'
import { fanOut } from './fanOut.ts'
import { flat } from './flat.ts'
import { memory } from './memory.ts'
import { type Row, table, writeReadme } from './report.ts'
import { slowDisk } from './slowDisk.ts'
import { slowReaders } from './slowReaders.ts'
import { startup } from './startup.ts'
import { throughput } from './throughput.ts'

const usage = `npm run bench -- [parts] [--rounds 5] [--seconds 3] [--short] [--write]

Parts: throughput, flat, delivery, slow, fanout, memory, disk, start, blocks, bundle; all of them when none is named.
--short   one quick round of each, under a minute
--write   writes bench/README.md
`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    short: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const rounds = Number(values.rounds ?? (values.short ? 1 : 5))
const seconds = Number(values.seconds ?? (values.short ? 1 : 3))
const say = (line: string): void => void process.stdout.write(`${line}\n`)

const parts: Record<string, () => Promise<Row[]>> = {
  throughput: () => throughput(rounds, seconds, say),
  flat: () => (values.short ? flat(3, 2000) : flat(12, 10_000)),
  delivery: () => (values.short ? delivery(200, 2, say) : delivery(1000, 10, say)),
  slow: () => (values.short ? slowReaders(1, 3, say) : slowReaders(2, 15, say)),
  fanout: () => (values.short ? fanOut([1, 100], 20) : fanOut([1, 100, 1000, 5000], 100)),
  memory: () => memory(values.short ? 2000 : 10_000, 1000),
  disk: () => slowDisk(rounds, seconds),
  start: () => startup(values.short ? 5 : 15, 1000),
  blocks: async () => blocks(rounds),
  bundle,
}
const wanted = positionals.length > 0 ? positionals : Object.keys(parts)

if (values.help || wanted.some((name) => !(name in parts))) {
  process.stderr.write(usage)
  process.exitCode = values.help ? 0 : 2
} else {
  const rows: Row[] = []
  for (const name of wanted) rows.push(...((await parts[name]?.()) ?? []))
  say(table(rows))
  if (values.write && rows.some((row) => row.noisy)) {
    process.stderr.write('bench/README.md is left as it was: other work took too much of the machine.\n')
    process.exitCode = 1
  } else if (values.write) await writeReadme(rows, `${rounds} rounds of ${seconds} s a side`)
}
