/**
 * Runs the model test of streams for longer than the test suite does: `npm run model -- --runs 20000`. `--seed` repeats a
 * failed run; `--on sqlite` or `--on postgresql` runs it on one database only, `--nodes 1` or `--nodes 2` with so many nodes.
 * `--short`: most runs have 20 commands, as in the tests, and not 60. The runs are divided among `--processes`, unless given
 * one for each core and at most four: each has up to fifteen connections to PostgreSQL open at a time, and PostgreSQL takes a
 * hundred unless its settings say otherwise. The exit code is 0 if all of them pass.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'

/** How far the seeds of two processes are apart: each process takes some more seeds after its own. */
const seedStep = 10_000_019

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
    processes: { type: 'string', default: String(Math.min(4, availableParallelism())) },
  },
})
for (const name of ['runs', 'processes'] as const)
  if (!/^[1-9]\d*$/.test(values[name])) throw new Error(`--${name} takes a number, at least 1.`)
if (values.seed !== undefined && !/^-?\d+$/.test(values.seed)) throw new Error('--seed takes a whole number.')
const wanted = tests.filter(({ on, nodes }) => on === (values.on ?? on) && nodes === (values.nodes ?? nodes))
if (wanted.length === 0)
  throw new Error('--on takes sqlite or postgresql, --nodes takes 1 or 2, and SQLite has one node.')

const [runs, seed] = [Number(values.runs), values.seed]
const processes = Math.min(runs, Number(values.processes))
const codes = await Promise.all(
  Array.from({ length: processes }, (_, i) =>
    check(
      Math.floor((runs + i) / processes), // together they are `runs`
      seed === undefined ? '' : String(Number(seed) + i * seedStep),
    ),
  ),
)
process.exitCode = codes.find((code) => code !== 0) ?? 0

/** Runs the tests in a process of their own. An empty seed means a random one. */
async function check(runsOfOne: number, seedOfOne: string): Promise<number> {
  const files = wanted.map(({ file }) => `packages/server/test/${file}`)
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', ...files], {
    stdio: 'inherit',
    cwd: new URL('..', import.meta.url),
    env: {
      ...process.env,
      MODEL_RUNS: String(runsOfOne),
      MODEL_SEED: seedOfOne,
      ...(values.short ? { MODEL_SHORT: 'yes' } : {}),
    },
  })
  const [code] = await once(child, 'close')
  return typeof code === 'number' ? code : 1
}
