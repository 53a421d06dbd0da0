import { describe, expect, test } from 'vitest'
import { provePowercut } from './powercut.ts'
import { findMissingRequirement } from './shim.ts'
import { proveSyncfail } from '#syncfail'

const missing = await findMissingRequirement()
const seed = Date.now() % 1_000_000
const ignore = (): void => {}
if (missing) process.stderr.write(`Power cuts are not tested: this ${missing}.\n`)

describe(`power cuts (seed ${seed})${missing ? `: skipped, ${missing}` : ''}`, () => {
  test.skipIf(missing)('[P1] 100 power cuts lose nothing that was acknowledged', async () => {
    const report = await provePowercut({ cuts: 100, seed }, ignore)
    expect(report).toMatchObject({ cuts: 100, lossy: 0, damaged: 0, faults: [] })
    expect(report.duringSync).toBeGreaterThan(10)
  })

  test.skipIf(missing)('power cuts lose something without syncs at commit, so the proof can fail', async () => {
    const report = await provePowercut({ cuts: 40, seed, control: 'commits' }, ignore)
    expect(report.lossy).toBeGreaterThan(12)
    expect(report.damaged).toBe(0)
  })

  test.skipIf(missing)(
    'power cuts damage files without syncs of checkpoints, so the proof can fail there too',
    async () => {
      const report = await provePowercut({ cuts: 20, seed, control: 'copies' }, ignore)
      expect(report.lossy).toBeGreaterThan(6)
      expect(report.damaged).toBeGreaterThan(6)
      expect(report.passed).toBe(true)
    },
  )

  test.skipIf(missing)(
    '[P1] a failed sync stops the server: nothing is acknowledged after it, and the last line says why',
    async () => {
      const report = await proveSyncfail(3, seed, ignore)
      expect(report.faults).toEqual([])
    },
  )
})
