import fc from 'fast-check'
import { runs } from './commands.ts'
import { aMortalServer, type Medium } from './server.ts'
import { live } from './world.ts'

// `npm run model -- --runs 20000 --seed 7`
const numRuns = Number(process.env['MODEL_RUNS'] ?? 0) || 300
// A plain test run repeats itself; a search takes seeds of its own.
const seed = process.env['MODEL_SEED'] ?? '7'

export const timeout = { timeout: numRuns * 10_000 }

/** A server on this medium does what the model says, whatever is done to it. */
export async function holds(medium: Medium): Promise<void> {
  const server = await aMortalServer(medium)
  await fc.assert(
    fc.asyncProperty(runs, (commands) => live(server, commands)),
    { numRuns, ...(seed ? { seed: Number(seed) } : {}) },
  )
}
