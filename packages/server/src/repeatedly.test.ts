import { expect, onTestFinished, test, vi } from 'vitest'
import { repeatedly } from './repeatedly.ts'

test('what is done repeatedly never overlaps itself, and goes on after a defect', async () => {
  const defects: unknown[] = []
  const { times, job, onGoing } = aJob()
  const stop = repeatedly(job, { every: 1, onDefect: (defect) => defects.push(defect) })
  onTestFinished(stop)

  await vi.waitFor(() => expect(times()).toBe(1))
  await new Promise((done) => setTimeout(done, 20))
  expect(times()).toBe(1)
  onGoing().reject(new Error('once'))
  await vi.waitFor(() => expect(times()).toBe(2))
  expect(defects).toEqual([new Error('once')])
  onGoing().resolve()
})

test('who stops it waits for what is going on, which is told', async () => {
  const { times, job, onGoing, told } = aJob()
  const stop = repeatedly(job, { every: 1, first: 0, onDefect: () => {} })
  await vi.waitFor(() => expect(times()).toBe(1))

  let over = false
  const stopping = stop().then(() => (over = true))
  await new Promise((done) => setTimeout(done, 20))
  expect([over, told()]).toEqual([false, true])
  onGoing().resolve()
  await stopping
  await new Promise((done) => setTimeout(done, 20))
  expect(times()).toBe(1)
})

test('what has not begun never does', async () => {
  const { times, job } = aJob()
  await repeatedly(job, { every: 60_000, onDefect: () => {} })()
  expect(times()).toBe(0)
})

/** Takes as long as the test says. */
function aJob() {
  const begun: { end: PromiseWithResolvers<void>; stopped: AbortSignal }[] = []
  return {
    job(stopped: AbortSignal) {
      const end = Promise.withResolvers<void>()
      begun.push({ end, stopped })
      return end.promise
    },
    times: () => begun.length,
    onGoing: () => begun.at(-1)!.end,
    told: () => begun.at(-1)!.stopped.aborted,
  }
}
