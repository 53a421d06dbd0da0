import { expect, test } from 'vitest'
import { kill9 } from './kill9.ts'

test('[P1] nothing that was acknowledged is lost by 20 kills under load', { timeout: 120_000 }, async () => {
  const report = await kill9(20, newSeed(), printed)
  expect(report.faults).toEqual([])
  expect(report.acknowledged).toBeGreaterThan(1000)
})

// A failing run names its seed.
const newSeed = (): number => Date.now() % 1_000_000
const printed = (line: string): void => void process.stdout.write(`${line}\n`)
