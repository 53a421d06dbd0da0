import { describe, expect, test } from 'vitest'
import { SignInQueue } from './signInQueue.ts'

describe('the queue of those who sign in', () => {
  test('[SES-5] takes no more than it has places for, and says so at once', async () => {
    const { queue, enter, finishAll } = createQueue()
    const entered = Array.from({ length: 1000 }, (_, i) => enter(`network ${i}`)).filter(
      (place) => typeof place !== 'string',
    )
    // One is being hashed, and twenty wait.
    expect(entered).toHaveLength(21)
    expect(enter('network 1000')).toBe('taken by all')
    // Strangers take no place of browsers that are known.
    expect(queue.run('ana', true, async () => 'known')).toBeInstanceOf(Promise)
    await finishAll()
    expect(enter('network 1000')).toBeInstanceOf(Promise)
  })

  test('[SES-5] gives one network or person two places', () => {
    const { enter } = createQueue()
    expect([enter('a'), enter('a'), enter('a'), enter('b')]).toEqual([
      expect.any(Promise),
      expect.any(Promise),
      'taken by it',
      expect.any(Promise),
    ])
  })

  test('[SES-5] hashes one at a time, and strangers and known browsers in turns', async () => {
    const { enter, order, finishAll } = createQueue()
    for (let i = 0; i < 6; i++) void enter(`network ${i}`)
    for (let i = 0; i < 2; i++) void enter(`person ${i}`, true)
    expect(order).toEqual(['network 0'])
    await finishAll()
    expect(order).toEqual([
      'network 0',
      'person 0',
      'network 1',
      'person 1',
      'network 2',
      'network 3',
      'network 4',
      'network 5',
    ])
  })

  test('[SES-5] goes on after one that fails', async () => {
    const queue = new SignInQueue()
    const failing = queue.run('a', false, () => Promise.reject(new Error('the database is away')))
    const next = queue.run('a', false, async () => 'done')
    await expect(failing).rejects.toThrow('away')
    expect(await next).toBe('done')
  })
})

function createQueue() {
  const queue = new SignInQueue()
  const order: string[] = []
  const finish: (() => void)[] = []
  const enter = (from: string, isKnown = false) =>
    queue.run(from, isKnown, () => {
      order.push(from)
      return new Promise<void>((done) => finish.push(done))
    })
  const finishAll = async () => {
    for (let next = finish.shift(); next; next = finish.shift()) {
      next()
      await new Promise((done) => setImmediate(done))
    }
  }
  return { queue, enter, order, finishAll }
}
