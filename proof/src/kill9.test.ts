import { expect, test } from 'vitest'
import { proveKill9 } from './kill9.ts'

test('[P1] 20 kills under load lose nothing that was acknowledged', { timeout: 120_000 }, async () => {
  const report = await proveKill9(20, createSeed(), print)
  expect(report.faults).toEqual([])
  expect(report.acknowledged).toBeGreaterThan(1000)
})

// The output of a failing run names its seed.
const createSeed = (): number => Date.now() % 1_000_000
const print = (line: string): void => void process.stdout.write(`${line}\n`)
