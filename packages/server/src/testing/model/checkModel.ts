import fc from 'fast-check'
import { runs } from './commands.ts'
import { startCrashableServer, type Storage } from './crashableServer.ts'
import { runCommands } from './world.ts'

// `npm run model -- --runs 20000 --seed 7`
const numRuns = Number(process.env['MODEL_RUNS'] ?? 0) || 300
// A plain test run repeats itself; a search takes seeds of its own.
const seed = process.env['MODEL_SEED'] ?? '7'

export const timeout = { timeout: numRuns * 10_000 }

/** A server on this medium does what the model says, whatever is done to it. */
export async function checkModel(medium: Storage): Promise<void> {
  const server = await startCrashableServer(medium)
  await fc.assert(
    fc.asyncProperty(runs, (commands) => runCommands(server, commands)),
    { numRuns, ...(seed ? { seed: Number(seed) } : {}) },
  )
}
