import { expect, test } from 'vitest'
import type { Bus } from '#bus/bus'

/** The contract of every bus. `open` opens one without subscribers. */
export function busContract(open: () => Bus): void {
  test('wakes every subscriber, each time', () => {
    const bus = open()
    const woken: string[] = []
    bus.onWake(() => woken.push('one'))
    bus.onWake(() => woken.push('two'))
    bus.wake()
    bus.wake()
    expect(woken.toSorted()).toEqual(['one', 'one', 'two', 'two'])
  })

  test('does not wake a subscriber that has unsubscribed, also during a wake', () => {
    const bus = open()
    const woken: string[] = []
    const stop = bus.onWake(() => {
      woken.push('one')
      stop()
    })
    bus.onWake(() => woken.push('two'))
    bus.wake()
    bus.wake()
    expect(woken).toEqual(['one', 'two', 'two'])
  })

  test('can be woken without subscribers', () => {
    expect(() => open().wake()).not.toThrow()
  })
}
