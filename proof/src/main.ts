import { parseArgs } from 'node:util'
import { kill9 } from './kill9.ts'
import { powercut } from './powercut.ts'
import { syncfail } from './syncfail.ts'

const usage = `npm run proof -- kill9 [--rounds 20] [--seed N]
npm run proof -- powercut [--cuts 100] [--seed N] [--control]
npm run proof -- syncfail [--rounds 5] [--seed N]

Runs a fault against a real server and prints a line for each round and a summary in JSON.
The exit code is 1 when an acknowledged write was lost (with --control: when none was).
`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string' },
    cuts: { type: 'string', default: '100' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    control: { type: 'boolean', default: false },
  },
})
const seed = Number(values.seed)
const say = (line: string): void => void process.stdout.write(`${line}\n`)

if (positionals[0] === 'kill9') {
  const report = await kill9(Number(values.rounds ?? 20), seed, say)
  say(JSON.stringify(report))
  process.exitCode = report.faults.length > 0 ? 1 : 0
} else if (positionals[0] === 'powercut') {
  const report = await powercut({ cuts: Number(values.cuts), seed, control: values.control }, say)
  say(JSON.stringify(report))
  process.exitCode = report.held ? 0 : 1
} else if (positionals[0] === 'syncfail') {
  const report = await syncfail(Number(values.rounds ?? 5), seed, say)
  say(JSON.stringify(report))
  process.exitCode = report.faults.length > 0 ? 1 : 0
} else {
  process.stderr.write(usage)
  process.exitCode = 2
}
