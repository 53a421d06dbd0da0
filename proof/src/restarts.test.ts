import { expect, test } from 'vitest'
import { proveRestarts } from './restarts.ts'

test('[P1] 20 kills under load lose nothing that was acknowledged', async () => {
  const report = await proveRestarts('kill9', 20, createSeed(), print)
  expect(report.faults).toEqual([])
  expect(report.acknowledged).toBeGreaterThan(1000)
})

test('[P7] a server asked to stop under load answers what it has begun, and loses nothing', async () => {
  const report = await proveRestarts('sigterm', 3, createSeed(), print)
  expect(report.faults).toEqual([])
  expect(report.acknowledged).toBeGreaterThan(100)
})

// The output of a failing run names its seed.
const createSeed = (): number => Date.now() % 1_000_000
const print = (line: string): void => void process.stdout.write(`${line}\n`)
