import fc from 'fast-check'
import { stopClock } from '#testing/workspace/stopClock'
import { runsOn, type Step } from './commands.ts'
import { startCrashableServer } from './crashableServer.ts'
import { runCommands } from './runCommands.ts'
import type { Storage } from './storage.ts'

// `npm run model -- --runs 20000 --seed 7`
const wanted = Number(process.env['MODEL_RUNS'] ?? 0)
const numRuns = wanted || 300
// A plain test run always takes the same seed; an empty MODEL_SEED takes random ones.
const seed = process.env['MODEL_SEED'] ?? '7'
/** How many runs go on at once, each on a server of its own: while one waits, others work. */
const lanes = 3

export const timeout = { timeout: numRuns * 10_000 }

/**
 * Checks that nodes with such a storage do what the model says, whatever commands they get. `share`: how much of the usual
 * number of runs a plain test run makes; most of them are short then, since they take long.
 */
export async function checkModel(createStorage: () => Storage, { share = 1, nodes = 1 } = {}): Promise<void> {
  const runs = runsOn(nodes, !wanted || process.env['MODEL_SHORT'] !== undefined)
  stopClock(['Date']) // only the command `clock` moves the time
  let failed: number | undefined
  const checks = Array.from({ length: lanes }, async (_, lane) => {
    const server = await startCrashableServer(createStorage(), nodes)
    const check = async (steps: Step[]) => {
      // What has failed is shrunk, and nothing else is looked for.
      if (failed !== undefined && failed !== lane) return
      await runCommands(server, steps).catch((error: unknown) => {
        failed ??= lane
        if (failed === lane) throw error
      })
    }
    await fc.assert(fc.asyncProperty(runs, check), {
      numRuns: Math.ceil((wanted || numRuns * share) / lanes),
      // The first takes the seed itself, so that one of a failure repeats it.
      ...(seed ? { seed: Number(seed) + lane * 1_000_003 } : {}),
    })
  })
  const failure = (await Promise.allSettled(checks)).find(({ status }) => status === 'rejected')
  if (failure?.status === 'rejected') throw failure.reason
}

/** Looks for a run in which two nodes do not do what the model says. Returns what was wrong. */
export async function findCounterexample(storage: Storage): Promise<string | undefined> {
  stopClock(['Date'])
  const server = await startCrashableServer(storage, 2)
  const steps = fc.asyncProperty(runsOn(2), (run) => runCommands(server, run))
  const { failed, errorInstance } = await fc.check(steps, { numRuns: 100, seed: 7, endOnFailure: true })
  return failed ? String(errorInstance) : undefined
}
