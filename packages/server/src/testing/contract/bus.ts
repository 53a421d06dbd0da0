import { expect, test } from 'vitest'
import type { Bus } from '#bus/bus'

/** What every bus has to do. `open` answers one that nobody listens to. */
export function busContract(open: () => Bus): void {
  test('wakes everyone who listens, each time', () => {
    const bus = open()
    const heard: string[] = []
    bus.onWake(() => heard.push('one'))
    bus.onWake(() => heard.push('two'))
    bus.wake()
    bus.wake()
    expect(heard.toSorted()).toEqual(['one', 'one', 'two', 'two'])
  })

  test('wakes nobody who has stopped listening, also when that is in the middle', () => {
    const bus = open()
    const heard: string[] = []
    const stop = bus.onWake(() => {
      heard.push('one')
      stop()
    })
    bus.onWake(() => heard.push('two'))
    bus.wake()
    bus.wake()
    expect(heard).toEqual(['one', 'two', 'two'])
  })

  test('has nothing to say where nobody listens', () => {
    expect(() => open().wake()).not.toThrow()
  })
}
