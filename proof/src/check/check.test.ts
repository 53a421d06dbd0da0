import { describe, expect, test } from 'vitest'
import { compare, type Found, key } from './check.ts'
import { acked, Ledger, refused, Series, type StreamRecord } from './ledger.ts'
import { places } from '#load/workspace'

// A check that cannot fail proves nothing: here is what it must not let pass.
describe('the comparison of what was acknowledged with what is found', () => {
  test('passes acknowledged deltas in their order, with or without the one under way', () => {
    const { ledger, stream, shows } = threeAcknowledged()
    stream.deltas.begin()
    expect(compare(ledger, shows([0, 1, 2]))).toEqual([])
    expect(compare(ledger, shows([0, 1, 2, 3]))).toEqual([])
  })

  test.each([
    ['a lost delta', [0, 2], 'is lost'],
    ['a lost end', [0, 1], 'is lost'],
    ['a duplicate', [0, 1, 1, 2], 'twice'],
    ['a swap', [0, 2, 1], 'stands before'],
    ['a delta that nobody sent', [0, 1, 2, 3], 'never sent'],
  ])('sees %s', (_, order, fault) => {
    const { ledger, shows } = threeAcknowledged()
    expect(compare(ledger, shows(order)).join()).toContain(fault)
  })

  test('sees a delta of another stream, and a torn one', () => {
    const { ledger, stream, found } = threeAcknowledged()
    const whole = [0, 1, 2].map((n) => stream.deltas.mark(n)).join('')
    expect(compare(ledger, found(whole + new Series('another').mark(3)))).toHaveLength(1)
    expect(compare(ledger, found(whole.slice(0, -2)))).not.toEqual([])
  })

  test('sees a refused delta that took effect', () => {
    const { ledger, stream, shows } = threeAcknowledged()
    refused(stream.deltas.begin())
    expect(compare(ledger, shows([0, 1, 2, 3])).join()).toContain('was refused')
  })

  test('holds a delta without an answer to what the first read said', () => {
    const { ledger, stream, shows } = threeAcknowledged()
    stream.deltas.begin()
    stream.deltas.begin()
    ledger.close()
    expect(compare(ledger, shows([0, 1, 2, 4]), { settle: true })).toEqual([])
    expect(compare(ledger, shows([0, 1, 2, 3, 4])).join()).toContain('back from the dead')
    expect(compare(ledger, shows([0, 1, 2])).join()).toContain('is lost')
  })

  test('sees a stream that is gone, that was stopped and is not, and that ended by itself', () => {
    const { ledger, stream, found } = threeAcknowledged()
    const text = [0, 1, 2].map((n) => stream.deltas.mark(n)).join('')
    expect(compare(ledger, { streams: new Map(), posts: new Map() }).join()).toContain('as a whole')
    expect(compare(ledger, found(text, 'completed')).join()).toContain('without a stop')
    stream.stop = new Series('stop').begin()
    acked(stream.stop)
    expect(compare(ledger, found(text)).join()).toContain('stopped, yet in_progress')
    expect(compare(ledger, found(text, 'completed'))).toEqual([])
  })

  test('sees a ts that was given twice, or that is below an earlier one', () => {
    const { ledger, shows, stream } = threeAcknowledged()
    const later = new Series('start').begin()
    acked(later, stream.ts)
    ledger.gave(stream.place.channel, later)
    expect(compare(ledger, shows([0, 1, 2])).join()).toContain('given twice')
    later.ts = '1767225600.000001'
    expect(compare(ledger, shows([0, 1, 2])).join()).toContain('below one')
  })

  test('asks only for what was acknowledged by the moment of the cut', () => {
    const { ledger, stream, shows } = threeAcknowledged()
    const at = stream.deltas.entries[1]?.ackedAt ?? 0
    expect(compare(ledger, shows([0, 1]), { at })).toEqual([])
    expect(compare(ledger, shows([0]), { at }).join()).toContain('1 was acknowledged and is lost')
  })
})

function threeAcknowledged() {
  const [place] = places
  if (!place) throw new Error('no place')
  const ledger = new Ledger()
  const start = new Series('start').begin()
  acked(start, '1767225600.000200')
  ledger.gave(place.channel, start)
  const stream: StreamRecord = {
    place,
    root: place.root,
    ts: '1767225600.000200',
    start,
    deltas: new Series('a stream'),
    stop: undefined,
  }
  ledger.streams.push(stream)
  for (let n = 0; n < 3; n++) acked(stream.deltas.begin())

  const found = (text: string, state = 'in_progress'): Found => ({
    streams: new Map([[key(stream), { text, state }]]),
    posts: new Map(),
  })
  return { ledger, stream, found, shows: (order: number[]) => found(order.map((n) => stream.deltas.mark(n)).join('')) }
}
