import { parseArgs } from 'node:util'
import { proveKill9 } from './kill9.ts'
import { type Control, provePowercut } from '#powercut/powercut'
import { findMissingRequirement } from '#powercut/shim'
import { proveSyncfail } from './syncfail.ts'

const usage = `npm run proof [-- kill9 | powercut | syncfail]

  kill9     [--rounds 20]           kills the server under load and reads everything back
  powercut  [--cuts 500] [--control] rebuilds the disk as power cuts would leave it
  syncfail  [--rounds 5]            makes the disk fail to sync
  --seed N                          repeats the random choices of an earlier run

Without a name it runs all of them. Each prints a line per round and a summary in JSON. The exit code is 1 if
something acknowledged was lost. --control runs the server without syncs at commit, then without syncs of its
checkpoints, 40 cuts each; there the exit code is 1 if nothing was lost. A proof that cannot fail proves nothing.
`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string' },
    cuts: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    control: { type: 'boolean' },
    help: { type: 'boolean', default: false },
  },
})
const seed = Number(values.seed)
const print = (line: string): void => void process.stdout.write(`${line}\n`)

async function runKill9(): Promise<boolean> {
  const report = await proveKill9(Number(values.rounds ?? 20), seed, print)
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

const names = positionals.length > 0 ? positionals : ['kill9', 'powercut', 'syncfail']
if (values.help || names.some((name) => !['kill9', 'powercut', 'syncfail'].includes(name))) {
  process.stderr.write(usage)
  process.exitCode = values.help ? 0 : 2
} else {
  const missing = await findMissingRequirement()
  const results: boolean[] = []
  if (names.includes('kill9')) results.push(await runKill9())
  for (const name of names.filter((name) => name !== 'kill9')) {
    if (missing) print(`${name}: skipped, ${missing}`)
    else if (name === 'syncfail') results.push(await runSyncfail())
    else {
      if (values.control !== true) results.push(await runPowercut(500))
      if (values.control !== true && positionals.length > 0) continue
      for (const control of ['commits', 'copies'] as const) results.push(await runPowercut(40, control))
    }
  }
  process.exitCode = results.every(Boolean) ? 0 : 1
}
