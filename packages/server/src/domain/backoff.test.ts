import { expect, test } from 'vitest'
import { Backoff } from './backoff.ts'

test('[NOD-14] what failed is tried again soon, later and later, half of the wait by chance, and within half a second', () => {
  const waits = (random: () => number) => {
    const backoff = new Backoff(random)
    return Array.from({ length: 6 }, () => backoff.next())
  }
  expect(waits(() => 1)).toEqual([50, 100, 200, 400, 500, 500])
  expect(waits(() => 0)).toEqual([25, 50, 100, 200, 250, 250])
})

test('[NOD-14] after a success the next failure is followed by the shortest wait again', () => {
  const backoff = new Backoff(() => 1)
  for (let i = 0; i < 40; i++) backoff.next()
  backoff.reset()
  expect(backoff.next()).toBe(50)
})
