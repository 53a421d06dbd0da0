import { expect, test } from 'vitest'
import type { Bus } from '#bus/bus'
import type { News } from '#store/news'

/** The contract of every bus. `open` opens one without followers. */
export function busContract(open: () => Bus): void {
  test.each(['publish', 'wake'] as const)('%s tells every follower of the team, each time, and no other', (tell) => {
    const bus = open()
    const told: [string, News][] = []
    bus.follow('T1', (news) => told.push(['one', news]))
    bus.follow('T1', (news) => told.push(['two', news]))
    bus.follow('T2', (news) => told.push(['other', news]))
    const second: News = { team: 'T1', last: 2, logged: { after: 1, entries: [] } }
    bus[tell]({ team: 'T1', last: 1 })
    bus[tell](second)
    expect(told.filter(([who]) => who === 'one').map(([, news]) => news)).toEqual([{ team: 'T1', last: 1 }, second])
    expect(told.map(([who]) => who).toSorted()).toEqual(['one', 'one', 'two', 'two'])
  })

  test('tells nothing to a follower that has left, also in the middle of news', () => {
    const bus = open()
    const told: string[] = []
    const leave = bus.follow('T1', () => {
      told.push('one')
      leave()
    })
    bus.follow('T1', () => told.push('two'))
    bus.publish({ team: 'T1', last: 1 })
    bus.publish({ team: 'T1', last: 2 })
    expect(told).toEqual(['one', 'two', 'two'])
  })

  test('one that leaves twice does not take another along', () => {
    const bus = open()
    const told: string[] = []
    const leave = bus.follow('T1', () => told.push('one'))
    leave()
    bus.follow('T1', () => told.push('two'))
    leave()
    bus.publish({ team: 'T1', last: 1 })
    expect(told).toEqual(['two'])
  })

  test('can have news without followers', () => {
    expect(() => open().publish({ team: 'T1', last: 1 })).not.toThrow()
  })
}
