/**
 * Runs the model test of streams for longer than the test suite does: `npm run model -- --runs 20000`. `--seed` repeats a
 * failed run; `--on sqlite` or `--on postgresql` runs it on one database only. The exit code is that of the tests.
 */
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'

const files = { sqlite: 'model.test.ts', postgresql: 'modelOnPostgres.test.ts' }

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '20000' }, seed: { type: 'string' }, on: { type: 'string' } },
})
if (!/^[1-9]\d*$/.test(values.runs)) throw new Error('--runs takes a number.')
const wanted = Object.entries(files).filter(([on]) => values.on === undefined || values.on === on)
if (wanted.length === 0) throw new Error(`--on takes ${Object.keys(files).join(' or ')}.`)
const tests = wanted.map(([, file]) => `packages/server/test/${file}`)
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', ...tests],
  {
    stdio: 'inherit',
    cwd: new URL('..', import.meta.url),
    env: { ...process.env, MODEL_RUNS: values.runs, MODEL_SEED: values.seed ?? '' },
  },
)
process.exitCode = status ?? 1
