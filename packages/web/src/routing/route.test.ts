import { describe, expect, test } from 'vitest'
import { toPath, type Route, parseRoute } from './route.ts'

describe('the address of a route', () => {
  test.each<[string, Route]>([
    ['/', {}],
    ['/c/C0GENERAL', { channel: 'C0GENERAL' }],
    ['/c/C0GENERAL/t/1767225600.000100', { channel: 'C0GENERAL', thread: '1767225600.000100' }],
    ['/agents', { agents: true }],
    ['/c/C0GENERAL/beside/D1', { channel: 'C0GENERAL', beside: 'D1' }],
    [
      '/c/C0GENERAL/beside/D1/t/1767225600.000100',
      { channel: 'C0GENERAL', beside: 'D1', besideThread: '1767225600.000100' },
    ],
    ['/c/D1/history', { channel: 'D1', tab: 'history' }],
    ['/activity', { activity: 'all' }],
    ['/activity/threads', { activity: 'threads' }],
    ['/c/C0GENERAL/2026-11-23', { channel: 'C0GENERAL', date: '2026-11-23' }],
    ['/c/D0ANASCOUT/home', { channel: 'D0ANASCOUT', tab: 'home' }],
    ['/c/D0ANASCOUT/about', { channel: 'D0ANASCOUT', tab: 'about' }],
    ['/archives/C0GENERAL/p1767225600000100', { channel: 'C0GENERAL', message: '1767225600.000100' }],
    [
      '/archives/C0GENERAL/p1767225700000100?thread_ts=1767225600.000100&cid=C0GENERAL',
      { channel: 'C0GENERAL', thread: '1767225600.000100', message: '1767225700.000100' },
    ],
  ])('[MSG-7] %s', (address, place) => {
    expect(parseRoute(address)).toEqual(place)
    expect(toPath(place)).toBe(address)
  })

  test.each([
    '/archives/C0GENERAL',
    '/archives/C0GENERAL/p17',
    '/elsewhere',
    '/activity/else',
    '/c/',
    '/c/D1/else',
    '/c/C1/2026-13-01',
    '/c/C1/t/1.1',
    '/c/C1/t/17672256000.000100',
    '/c/C1/beside/D1/t/1767225600.0001',
  ])('%s leads nowhere', (address) => {
    expect(parseRoute(address)).toEqual({})
  })

  test.each(['x', '1.1', '17672256000.000100'])('a thread_ts that is not a timestamp is ignored: %s', (ts) => {
    expect(parseRoute(`/archives/C1/p1767225600000100?thread_ts=${ts}`)).toEqual({
      channel: 'C1',
      message: '1767225600.000100',
    })
  })
})
