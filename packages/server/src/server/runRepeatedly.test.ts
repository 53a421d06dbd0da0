import { expect, onTestFinished, test, vi } from 'vitest'
import { BlobsOutOfReach } from '#store/blobs/blobs'
import { hourly, runRepeatedly } from './runRepeatedly.ts'

test('a job that runs repeatedly never overlaps itself, and goes on after an unexpected error', async () => {
  const unexpectedErrors: unknown[] = []
  const { countRuns, job, currentRun } = createJob()
  const stop = runRepeatedly(job, { intervalMs: 1, onUnexpectedError: (error) => unexpectedErrors.push(error) })
  onTestFinished(stop)

  await expect.poll(countRuns).toBe(1)
  await new Promise((done) => setTimeout(done, 20))
  expect(countRuns()).toBe(1)
  currentRun().end.reject(new Error('once'))
  await expect.poll(countRuns).toBe(2)
  expect(unexpectedErrors).toEqual([new Error('once')])
  currentRun().end.resolve()
})

test('[NOD-14] a job that the database refused while it was away does not wait for its interval', async () => {
  const { countRuns, job, currentRun } = createJob()
  onTestFinished(runRepeatedly(job, { intervalMs: 3_600_000, firstDelayMs: 0, onUnexpectedError: () => {} }))
  for (let run = 1; run <= 3; run++) {
    await expect.poll(countRuns).toBe(run)
    currentRun().end.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }))
  }
  await expect.poll(countRuns).toBe(4)
  currentRun().end.resolve()
})

test('[NOD-14] an hourly job that the database refused while it was away is tried again soon', async () => {
  const { countRuns, job, currentRun } = createJob()
  const run = hourly(job, () => true)
  onTestFinished(runRepeatedly(run, { intervalMs: 5000, firstDelayMs: 0, onUnexpectedError: () => {} }))
  for (let n = 1; n <= 3; n++) {
    await expect.poll(countRuns).toBe(n)
    currentRun().end.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }))
  }
  await expect.poll(countRuns).toBe(4)
  currentRun().end.resolve()
})

test('an hourly job runs once an hour, a minute after a mistake, and at once for whoever has just got it', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
  onTestFinished(() => clock.mockRestore())
  const work = vi.fn(() => Promise.resolve())
  let isOurs = true
  const run = hourly(work, () => isOurs)
  const minute = 60_000
  const runsAt = async (minutes: number) => {
    clock.mockReturnValue(minutes * minute)
    work.mockClear()
    await run(new AbortController().signal).catch(() => {})
    return work.mock.calls.length
  }
  expect([await runsAt(0), await runsAt(59), await runsAt(60)]).toEqual([1, 0, 1])
  work.mockRejectedValueOnce(new Error('a mistake'))
  expect([await runsAt(120), await runsAt(120.5), await runsAt(121), await runsAt(122)]).toEqual([1, 0, 1, 0])
  // A bucket is no database.
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  work.mockRejectedValueOnce(new BlobsOutOfReach('away', { cause: refused }))
  expect([await runsAt(181), await runsAt(181.5), await runsAt(182)]).toEqual([1, 0, 1])
  isOurs = false
  expect(await runsAt(240)).toBe(0)
  isOurs = true
  expect([await runsAt(241), await runsAt(242)]).toEqual([1, 0])
})

test('stopping signals the current run, and waits for it', async () => {
  const { countRuns, job, currentRun } = createJob()
  const stop = runRepeatedly(job, { intervalMs: 1, firstDelayMs: 0, onUnexpectedError: () => {} })
  await expect.poll(countRuns).toBe(1)

  let isOver = false
  const stopping = stop().then(() => (isOver = true))
  await new Promise((done) => setTimeout(done, 20))
  expect([isOver, currentRun().stopped.aborted]).toEqual([false, true])
  currentRun().end.resolve()
  await stopping
  await new Promise((done) => setTimeout(done, 20))
  expect(countRuns()).toBe(1)
})

test('a run that ends because it was told to is no error', async () => {
  const unexpectedErrors: unknown[] = []
  const { countRuns, job, currentRun } = createJob()
  const onUnexpectedError = (error: unknown) => void unexpectedErrors.push(error)
  const stop = runRepeatedly(job, { intervalMs: 1, firstDelayMs: 0, onUnexpectedError })
  await expect.poll(countRuns).toBe(1)
  const stopping = stop()
  currentRun().end.reject(currentRun().stopped.reason)
  await stopping
  expect(unexpectedErrors).toEqual([])
})

test('a job that is stopped before its first run never runs', async () => {
  const { countRuns, job } = createJob()
  await runRepeatedly(job, { intervalMs: 60_000, onUnexpectedError: () => {} })()
  expect(countRuns()).toBe(0)
})

/** Each run takes as long as the test says. */
function createJob() {
  const runs: { end: PromiseWithResolvers<void>; stopped: AbortSignal }[] = []
  return {
    job(stopped: AbortSignal) {
      const end = Promise.withResolvers<void>()
      runs.push({ end, stopped })
      return end.promise
    },
    countRuns: () => runs.length,
    currentRun: () => runs.at(-1)!,
  }
}
