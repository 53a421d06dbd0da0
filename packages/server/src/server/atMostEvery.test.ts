import { expect, onTestFinished, test, vi } from 'vitest'
import { atMostEvery } from './atMostEvery.ts'

test('a job runs at once when it is asked for, and all who ask during the pause share the next run', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const job = vi.fn()
  const ask = atMostEvery(50, job)
  const runsAfter = (ms: number) => {
    vi.advanceTimersByTime(ms)
    return job.mock.calls.length
  }

  ask()
  expect(runsAfter(0)).toBe(1)
  for (let i = 0; i < 100; i++) ask()
  expect(runsAfter(49)).toBe(1)
  expect(runsAfter(1)).toBe(2)
  ask()
  expect(runsAfter(49)).toBe(2)
  expect(runsAfter(1)).toBe(3)
  expect(runsAfter(1000)).toBe(3)
  ask()
  expect(runsAfter(0)).toBe(4)
})
