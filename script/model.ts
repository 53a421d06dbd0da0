/**
 * Runs the model test of streams for longer than the test suite does: `npm run model -- --runs 20000`. `--seed` repeats a
 * failed run; `--on sqlite` or `--on postgresql` runs it on one database only, `--nodes 1` or `--nodes 2` with so many nodes.
 * `--short`: most runs have 20 commands, as in the tests, and not 60. The exit code is that of the tests.
 */
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'

const tests = [
  { on: 'sqlite', nodes: '1', file: 'model.test.ts' },
  { on: 'postgresql', nodes: '1', file: 'modelOnPostgres.test.ts' },
  { on: 'postgresql', nodes: '2', file: 'modelOnTwoNodes.test.ts' },
]

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '20000' },
    seed: { type: 'string' },
    on: { type: 'string' },
    nodes: { type: 'string' },
    short: { type: 'boolean', default: false },
  },
})
if (!/^[1-9]\d*$/.test(values.runs)) throw new Error('--runs takes a number.')
const wanted = tests.filter(({ on, nodes }) => on === (values.on ?? on) && nodes === (values.nodes ?? nodes))
if (wanted.length === 0)
  throw new Error('--on takes sqlite or postgresql, --nodes takes 1 or 2, and SQLite has one node.')
const { status } = spawnSync(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    'unit',
    ...wanted.map(({ file }) => `packages/server/test/${file}`),
  ],
  {
    stdio: 'inherit',
    cwd: new URL('..', import.meta.url),
    env: {
      ...process.env,
      MODEL_RUNS: values.runs,
      MODEL_SEED: values.seed ?? '',
      ...(values.short ? { MODEL_SHORT: 'yes' } : {}),
    },
  },
)
process.exitCode = status ?? 1
