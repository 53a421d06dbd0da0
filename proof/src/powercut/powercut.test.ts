import { describe, expect, test } from 'vitest'
import { powercut } from './powercut.ts'
import { shimMissing } from './shim.ts'
import { syncfail } from '#syncfail'

const missing = await shimMissing()
const seed = Date.now() % 1_000_000
const quiet = (): void => {}
if (missing) process.stderr.write(`No power cut is rehearsed: this ${missing}.\n`)

describe(`power cuts (seed ${seed})${missing ? `: skipped, ${missing}` : ''}`, () => {
  test.skipIf(missing)('[P1] 100 lose nothing that was acknowledged', { timeout: 120_000 }, async () => {
    const report = await powercut({ cuts: 100, seed }, quiet)
    expect(report).toMatchObject({ cuts: 100, lossy: 0, damaged: 0, faults: [] })
    expect(report.duringSync).toBeGreaterThan(10)
  })

  test.skipIf(missing)(
    'lose some where commits are not synced, so the proof can fail',
    { timeout: 120_000 },
    async () => {
      const report = await powercut({ cuts: 40, seed, control: 'commits' }, quiet)
      expect(report.lossy).toBeGreaterThan(12)
      expect(report.damaged).toBe(0)
    },
  )

  test.skipIf(missing)(
    'damage files where what is copied out of the log is not synced, so it can fail there too',
    { timeout: 120_000 },
    async () => {
      const report = await powercut({ cuts: 20, seed, control: 'copies' }, quiet)
      expect(report.lossy).toBeGreaterThan(6)
      expect(report.damaged).toBeGreaterThan(6)
      expect(report.held).toBe(true)
    },
  )

  test.skipIf(missing)(
    '[P1] a failed sync is the end: nothing is acknowledged after it, and the last line says why',
    { timeout: 60_000 },
    async () => {
      const report = await syncfail(3, seed, quiet)
      expect(report.faults).toEqual([])
    },
  )
})
