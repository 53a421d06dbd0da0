import fc from 'fast-check'
import { runs } from './commands.ts'
import { startCrashableServer } from './crashableServer.ts'
import { runCommands } from './runCommands.ts'
import type { Storage } from './storage.ts'

// `npm run model -- --runs 20000 --seed 7`
const numRuns = Number(process.env['MODEL_RUNS'] ?? 0) || 300
// A plain test run always takes the same seed; an empty MODEL_SEED takes random ones.
const seed = process.env['MODEL_SEED'] ?? '7'

export const timeout = { timeout: numRuns * 10_000 }

/**
 * Checks that a server with this storage does what the model says, whatever commands it gets. `share`: how much of the usual
 * number of runs it gets.
 */
export async function checkModel(storage: Storage, share = 1): Promise<void> {
  const server = await startCrashableServer(storage)
  await fc.assert(
    fc.asyncProperty(runs, (commands) => runCommands(server, commands)),
    { numRuns: Math.ceil(numRuns * share), ...(seed ? { seed: Number(seed) } : {}) },
  )
}
