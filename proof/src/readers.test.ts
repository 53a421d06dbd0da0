import { expect, test } from 'vitest'
import { proveReaders } from './readers.ts'

test('[P4] readers whose connections are cut 200 times miss nothing', async () => {
  const report = await proveReaders(200, Date.now() % 1_000_000, (line) => void process.stdout.write(`${line}\n`))
  expect(report.faults).toEqual([])
  expect(report.resumed).toBeGreaterThan(100)
  expect(report.deltas).toBeGreaterThan(500)
})
