import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Command, runs } from '#testing/model/commands'
import { aFile, aMortalServer, aSchema, type Medium } from '#testing/model/server'
import { live } from '#testing/model/world'
import { postgres } from '#testing/postgres'

// `npm run model -- --runs 20000 --seed 7`. Without a number: 300 runs, or as many as there is time for.
const asked = Number(process.env['MODEL_RUNS'] ?? 0)
// A plain test run repeats itself; a search takes seeds of its own.
const seed = process.env['MODEL_SEED'] ?? '7'
const timeout = (seconds: number) => ({ timeout: asked ? asked * 10_000 : (seconds + 60) * 1000 })

async function holds(medium: Medium, seconds: number): Promise<void> {
  const server = await aMortalServer(medium)
  await fc.assert(
    fc.asyncProperty(runs, (commands) => live(server, commands)),
    {
      numRuns: asked || 300,
      ...(asked ? {} : { interruptAfterTimeLimit: seconds * 1000, markInterruptAsFailure: false }),
      ...(seed ? { seed: Number(seed) } : {}),
    },
  )
}

describe('[STR-4, STR-5, STR-6, STR-8, STA-2, REP-1] a thread is what a simple model says, whatever is done to it', () => {
  test('on an SQLite file', timeout(60), () => holds(aFile(), 60))

  // A call takes many times as long there.
  test.skipIf(!postgres)('on PostgreSQL', timeout(30), () => holds(aSchema(postgres ?? ''), 30))

  test('and a server that forgets is found out', async () => {
    const server = await aMortalServer(aFile({ forgetful: true }))
    const start: Command = { do: 'start', app: 'Scout', pieces: [{ text: 'a' }] }
    await live(server, [start, { do: 'look' }])
    await expect(live(server, [start, { do: 'crash', flying: false, ticks: 0 }])).rejects.toThrow()
  })
})
