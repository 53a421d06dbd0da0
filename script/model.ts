/**
 * Runs the model of streams for longer than the tests do: `npm run model -- --runs 20000`. `--seed` repeats a run that
 * failed. It ends with the code of the tests.
 */
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'

const { values } = parseArgs({ options: { runs: { type: 'string', default: '20000' }, seed: { type: 'string' } } })
if (!/^[1-9]\d*$/.test(values.runs)) throw new Error('--runs takes a number.')
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', 'packages/server/test/model.test.ts'],
  {
    stdio: 'inherit',
    cwd: new URL('..', import.meta.url),
    env: { ...process.env, MODEL_RUNS: values.runs, ...(values.seed ? { MODEL_SEED: values.seed } : {}) },
  },
)
process.exitCode = status ?? 1
