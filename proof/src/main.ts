import { parseArgs } from 'node:util'
import { kill9 } from './kill9.ts'
import { type Control, powercut } from '#powercut/powercut'
import { shimMissing } from '#powercut/shim'
import { syncfail } from './syncfail.ts'

const usage = `npm run proof [-- kill9 | powercut | syncfail]

  kill9     [--rounds 20]           kills the server under load and reads back
  powercut  [--cuts 500] [--control] rebuilds the disk as power cuts would have left it
  syncfail  [--rounds 5]            lets the disk refuse to sync
  --seed N                          repeats the choices of an earlier run

All of them when none is named. Each prints a line a round and a summary in JSON. The exit code is 1
when something acknowledged was lost; with --control, which runs the server without syncs at commit and
then without those of its checkpoints, 40 cuts each, when nothing was: a proof that cannot fail proves nothing.
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
const say = (line: string): void => void process.stdout.write(`${line}\n`)

async function runKill9(): Promise<boolean> {
  const report = await kill9(Number(values.rounds ?? 20), seed, say)
  say(JSON.stringify(report))
  return report.faults.length === 0
}

async function runPowercut(cuts: number, control?: Control): Promise<boolean> {
  const report = await powercut({ cuts: Number(values.cuts ?? cuts), seed, ...(control && { control }) }, say)
  say(JSON.stringify(report))
  return report.held
}

async function runSyncfail(): Promise<boolean> {
  const report = await syncfail(Number(values.rounds ?? 5), seed, say)
  say(JSON.stringify(report))
  return report.faults.length === 0
}

const wanted = positionals.length > 0 ? positionals : ['kill9', 'powercut', 'syncfail']
if (values.help || wanted.some((name) => !['kill9', 'powercut', 'syncfail'].includes(name))) {
  process.stderr.write(usage)
  process.exitCode = values.help ? 0 : 2
} else {
  const missing = await shimMissing()
  const held: boolean[] = []
  if (wanted.includes('kill9')) held.push(await runKill9())
  for (const name of wanted.filter((each) => each !== 'kill9')) {
    if (missing) say(`${name}: skipped, ${missing}`)
    else if (name === 'syncfail') held.push(await runSyncfail())
    else {
      if (values.control !== true) held.push(await runPowercut(500))
      if (values.control !== true && positionals.length > 0) continue
      for (const control of ['commits', 'copies'] as const) held.push(await runPowercut(40, control))
    }
  }
  process.exitCode = held.every(Boolean) ? 0 : 1
}
