import { parseArgs } from 'node:util'
import { attackNames, runAttacks } from '#attack/runAttacks'
import { proveCluster } from '#cluster/cluster'
import { type Control, provePowercut } from '#powercut/powercut'
import { findMissingRequirement } from '#powercut/shim'
import { type Ending, proveRestarts } from './restarts.ts'
import { proveOldNode } from './oldNode.ts'
import { proveReaders } from './readers.ts'
import { proveSyncfail } from './syncfail.ts'

const usage = `npm run proof [-- kill9 | sigterm | powercut | syncfail | readers | cluster | oldnode | attack [name…]]

  kill9     [--rounds 20] [--store] kills the server under load and reads everything back
  sigterm   [--rounds 20] [--store] asks the server to stop under load, and reads everything back
  powercut  [--cuts 500] [--control] rebuilds the disk as power cuts would leave it
  syncfail  [--rounds 5]            makes the disk fail to sync
  readers   [--cuts 10000]          cuts the connections of readers while streams grow
  cluster   [--faults 30] [--store] [--control] [--writers 16] [--readers 6] [--relays]
                                    lets three nodes, their Redis and their PostgreSQL fail under load, each in a network
                                    namespace of its own where that is allowed; with --relays or --store in none
  oldnode                           installs Node 24.0.0 and npm 6, which needs the network, and expects that they are replaced
  attack    [name…]                 attacks the server: ${attackNames().join(', ')}
  --store postgres://…              keeps the data there in place of SQLite, or of a server that \`cluster\` starts, in a schema of its own
  --seed N                          repeats the random choices of an earlier run

Without a name it runs all of them but oldnode. Each prints a line per round and a summary in JSON. The exit code is 1 if
something acknowledged was lost, an attack cost more than it may, or nodes took too long to heal on a calm machine. --control runs the server without syncs at
commit, then without syncs of its checkpoints, 40 cuts each, and the nodes of a cluster without their check at the commit;
there the exit code is 1 if nothing was lost. A proof that cannot fail proves nothing.
`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string' },
    cuts: { type: 'string' },
    faults: { type: 'string' },
    store: { type: 'string' },
    writers: { type: 'string', default: '16' },
    readers: { type: 'string', default: '6' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    relays: { type: 'boolean' },
    control: { type: 'boolean' },
    help: { type: 'boolean', default: false },
  },
})
// What it has started ends with it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130))
const seed = Number(values.seed)
const print = (line: string): void => void process.stdout.write(`${line}\n`)

async function runRestarts(ending: Ending): Promise<boolean> {
  const report = await proveRestarts(ending, Number(values.rounds ?? 20), seed, print, values.store)
  print(JSON.stringify(report))
  return report.faults.length === 0
}

async function runPowercut(cuts: number, control?: Control): Promise<boolean> {
  const report = await provePowercut({ cuts: Number(values.cuts ?? cuts), seed, ...(control && { control }) }, print)
  print(JSON.stringify(report))
  return report.passed
}

async function runSyncfail(): Promise<boolean> {
  const report = await proveSyncfail(Number(values.rounds ?? 5), seed, print)
  print(JSON.stringify(report))
  return report.faults.length === 0
}

async function runReaders(): Promise<boolean> {
  const report = await proveReaders(Number(values.cuts ?? 10_000), seed, print)
  print(JSON.stringify(report))
  return report.faults.length === 0
}

async function runCluster(): Promise<boolean> {
  const unchecked = values.control === true
  const writersPerStream = Math.ceil(Number(values.writers) / 8)
  const readers = Number(values.readers)
  const options = {
    faults: Number(values.faults ?? 30),
    seed,
    store: values.store,
    relays: values.relays === true,
    unchecked,
    writersPerStream,
    readers,
    // A run that has to fail has to lose something.
    judgesHealing: !unchecked,
  }
  const report = await proveCluster(options, print)
  print(JSON.stringify(report))
  return report.faults.length > 0 === unchecked
}

async function runOldNode(): Promise<boolean> {
  const report = await proveOldNode(print)
  print(JSON.stringify(report))
  return report.faults.length === 0
}

const all = ['kill9', 'sigterm', 'powercut', 'syncfail', 'readers', 'cluster', 'attack']
const names = positionals.length > 0 ? positionals : all
if (positionals[0] === 'attack') {
  process.exitCode = (await runAttacks(positionals.slice(1), print)) ? 0 : 1
} else if (positionals[0] === 'oldnode') {
  process.exitCode = (await runOldNode()) ? 0 : 1
} else if (values.help || names.some((name) => !all.includes(name))) {
  process.stderr.write(usage)
  process.exitCode = values.help ? 0 : 2
} else {
  const missing = await findMissingRequirement()
  const results: boolean[] = []
  for (const name of names) {
    if (name === 'kill9' || name === 'sigterm') results.push(await runRestarts(name))
    else if (name === 'attack') results.push(await runAttacks([], print))
    else if (name === 'readers') results.push(await runReaders())
    else if (name === 'cluster') results.push(await runCluster())
    else if (missing) print(`${name}: skipped, ${missing}`)
    else if (name === 'syncfail') results.push(await runSyncfail())
    else {
      if (values.control !== true) results.push(await runPowercut(500))
      if (values.control !== true && positionals.length > 0) continue
      for (const control of ['commits', 'copies'] as const) results.push(await runPowercut(40, control))
    }
  }
  process.exitCode = results.every(Boolean) ? 0 : 1
}
