import fc from 'fast-check'
import { runsOn } from './commands.ts'
import { startCrashableServer } from './crashableServer.ts'
import { runCommands } from './runCommands.ts'
import type { Storage } from './storage.ts'

// `npm run model -- --runs 20000 --seed 7`
const numRuns = Number(process.env['MODEL_RUNS'] ?? 0) || 300
// A plain test run always takes the same seed; an empty MODEL_SEED takes random ones.
const seed = process.env['MODEL_SEED'] ?? '7'

export const timeout = { timeout: numRuns * 10_000 }

/**
 * Checks that nodes with this storage do what the model says, whatever commands they get. `share`: how much of the usual
 * number of runs they get.
 */
export async function checkModel(storage: Storage, { share = 1, nodes = 1 } = {}): Promise<void> {
  const server = await startCrashableServer(storage, nodes)
  await fc.assert(
    fc.asyncProperty(runsOn(nodes), (steps) => runCommands(server, steps)),
    { numRuns: Math.ceil(numRuns * share), ...(seed ? { seed: Number(seed) } : {}) },
  )
}

/** Looks for a run in which two nodes do not do what the model says. Returns what was wrong. */
export async function findCounterexample(storage: Storage): Promise<string | undefined> {
  const server = await startCrashableServer(storage, 2)
  const steps = fc.asyncProperty(runsOn(2), (run) => runCommands(server, run))
  const { failed, errorInstance } = await fc.check(steps, { numRuns: 100, seed: 7, endOnFailure: true })
  return failed ? String(errorInstance) : undefined
}
