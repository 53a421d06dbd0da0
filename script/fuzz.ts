// Sends random malformed calls to every method and random content through its whole life, `npm run fuzz -- --runs 1000000`, or breeds calls that are slow to answer,
// `npm run fuzz -- --slow 300` (seconds). Prints what came of it. `--seed` repeats a run;
// `--on postgresql` runs it on PostgreSQL, by default on SQLite in memory.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '200000' },
    slow: { type: 'string' },
    seed: { type: 'string' },
    on: { type: 'string', default: 'sqlite' },
  },
})
if (!['sqlite', 'postgresql'].includes(values.on)) throw new Error('--on takes sqlite or postgresql.')
const slow = values.slow === undefined ? {} : { FUZZ_SLOW: values.slow }
const { status } = spawnSync(
  'npx',
  ['vitest', 'run', '--project', 'unit', values.slow === undefined ? '.fuzz.test.ts' : 'slow.fuzz.test.ts'],
  {
    cwd: join(import.meta.dirname, '..'),
    stdio: 'inherit',
    env: {
      ...process.env,
      FUZZ_RUNS: values.runs,
      FUZZ_ON: values.on,
      ...slow,
      ...(values.seed === undefined ? {} : { FUZZ_SEED: values.seed }),
    },
  },
)
process.exitCode = status ?? 1
