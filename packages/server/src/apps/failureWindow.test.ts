import { expect, test } from 'vitest'
import { FailureWindow } from './failureWindow.ts'

const [minute, start] = [60_000, 1_767_225_600_000]

function judged(good: number, failed: number, time = start) {
  const window = new FailureWindow(1000)
  for (let i = 0; i < good; i++) window.add(false, time)
  for (let i = 0; i < failed; i++) window.add(true, time)
  return window
}

test('[EVT-13] an app is hopeless when more than 95 of 100 requests of an hour failed, and there were a thousand', () => {
  expect(judged(0, 999).isHopeless).toBe(false)
  expect(judged(0, 1000).isHopeless).toBe(true)
  expect(judged(50, 950).isHopeless).toBe(false)
  expect(judged(49, 951).isHopeless).toBe(true)
})

test('[EVT-13] what is older than an hour does not count', () => {
  const window = judged(0, 999)
  window.add(true, start + 60 * minute)
  expect([window.all, window.isHopeless]).toEqual([1, false])
})
