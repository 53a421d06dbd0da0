// Sends random malformed calls to every method: `npm run fuzz -- --runs 1000000`. A failure prints its seed; `--seed` repeats it.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const { values } = parseArgs({ options: { runs: { type: 'string', default: '200000' }, seed: { type: 'string' } } })
const { status } = spawnSync('npx', ['vitest', 'run', '--project', 'unit', '.fuzz.test.ts'], {
  cwd: join(import.meta.dirname, '..'),
  stdio: 'inherit',
  env: { ...process.env, FUZZ_RUNS: values.runs, ...(values.seed === undefined ? {} : { FUZZ_SEED: values.seed }) },
})
process.exitCode = status ?? 1
