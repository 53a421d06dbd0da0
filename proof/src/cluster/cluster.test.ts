import { describe, expect, test } from 'vitest'
import { proveCluster } from './cluster.ts'
import { redisProgram } from './services.ts'

const store = process.env['TEST_POSTGRES_URL']
const print = (line: string): void => void process.stdout.write(`${line}\n`)
// The output of a failing run names its seed.
const createSeed = (): number => Date.now() % 1_000_000

// A fault takes three seconds, and longer where the machine has much else to do.
const timeout = 900_000

describe.skipIf(!store || !redisProgram)('three nodes on one PostgreSQL and one Redis', () => {
  test('[P1] lose and double nothing while one after another of their processes fails', { timeout }, async () => {
    const report = await proveCluster({ faults: 30, seed: createSeed(), store }, print)
    expect(report.faults).toEqual([])
    expect(report.acknowledged).toBeGreaterThan(20)
    expect(report.deltas).toBeGreaterThan(0)
    expect(report.eventsOverHttp).toBeGreaterThan(0)
  })
})
