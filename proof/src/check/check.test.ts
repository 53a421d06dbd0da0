import { describe, expect, test } from 'vitest'
import { findFaults, type StoredState, streamKey } from './check.ts'
import { markAcknowledged, Ledger, markRefused, CallSeries, type StreamRecord } from './ledger.ts'
import { targets } from '#load/workspace'

// A check that cannot fail proves nothing: these tests show what it must catch.
describe('the comparison of acknowledged calls with what was read back', () => {
  test('passes acknowledged deltas in order, with or without one that was not answered', () => {
    const { ledger, stream, showsDeltas } = createThreeAcknowledged()
    stream.deltas.addCall()
    expect(findFaults(ledger, showsDeltas([0, 1, 2]))).toEqual([])
    expect(findFaults(ledger, showsDeltas([0, 1, 2, 3]))).toEqual([])
  })

  test.each([
    ['a lost delta', [0, 2], 'is lost'],
    ['a lost end', [0, 1], 'is lost'],
    ['a duplicate', [0, 1, 1, 2], 'twice'],
    ['a swap', [0, 2, 1], 'comes before'],
    ['a delta that nobody sent', [0, 1, 2, 3], 'never sent'],
  ])('notices %s', (_, order, fault) => {
    const { ledger, showsDeltas } = createThreeAcknowledged()
    expect(findFaults(ledger, showsDeltas(order)).join()).toContain(fault)
  })

  test('notices a delta of another stream, and a torn one', () => {
    const { ledger, stream, found } = createThreeAcknowledged()
    const whole = [0, 1, 2].map((n) => stream.deltas.toMark(n)).join('')
    expect(findFaults(ledger, found(whole + new CallSeries('another').toMark(3)))).toHaveLength(1)
    expect(findFaults(ledger, found(whole.slice(0, -2)))).not.toEqual([])
  })

  test('notices a refused delta that took effect', () => {
    const { ledger, stream, showsDeltas } = createThreeAcknowledged()
    markRefused(stream.deltas.addCall())
    expect(findFaults(ledger, showsDeltas([0, 1, 2, 3])).join()).toContain('was refused')
  })

  test('expects later reads to agree with the first about a delta without an answer', () => {
    const { ledger, stream, showsDeltas } = createThreeAcknowledged()
    stream.deltas.addCall()
    stream.deltas.addCall()
    ledger.settleCalls()
    expect(findFaults(ledger, showsDeltas([0, 1, 2, 4]), { settle: true })).toEqual([])
    expect(findFaults(ledger, showsDeltas([0, 1, 2, 3, 4])).join()).toContain('had been missing')
    expect(findFaults(ledger, showsDeltas([0, 1, 2])).join()).toContain('is lost')
  })

  test('notices a stream that is lost, one that was stopped but is open, and one that ended by itself', () => {
    const { ledger, stream, found } = createThreeAcknowledged()
    const text = [0, 1, 2].map((n) => stream.deltas.toMark(n)).join('')
    expect(findFaults(ledger, { streams: new Map(), posts: new Map() }).join()).toContain('as a whole')
    expect(findFaults(ledger, found(text, 'completed')).join()).toContain('without a stop')
    stream.stop = new CallSeries('stop').addCall()
    markAcknowledged(stream.stop)
    expect(findFaults(ledger, found(text)).join()).toContain('stopped, yet in_progress')
    expect(findFaults(ledger, found(text, 'completed'))).toEqual([])
  })

  test('notices a ts that was issued twice, or that is below an earlier one', () => {
    const { ledger, showsDeltas, stream } = createThreeAcknowledged()
    const later = new CallSeries('start').addCall()
    markAcknowledged(later, stream.ts)
    ledger.addTs(stream.target.channel, later)
    expect(findFaults(ledger, showsDeltas([0, 1, 2])).join()).toContain('issued twice')
    later.ts = '1767225600.000001'
    expect(findFaults(ledger, showsDeltas([0, 1, 2])).join()).toContain('below one')
  })

  test('expects only what was acknowledged by the time of the cut', () => {
    const { ledger, stream, showsDeltas } = createThreeAcknowledged()
    const at = stream.deltas.calls[1]?.ackedAt ?? 0
    expect(findFaults(ledger, showsDeltas([0, 1]), { at })).toEqual([])
    expect(findFaults(ledger, showsDeltas([0]), { at }).join()).toContain('1 was acknowledged and is lost')
  })
})

function createThreeAcknowledged() {
  const [target] = targets
  if (!target) throw new Error('no target')
  const ledger = new Ledger()
  const start = new CallSeries('start').addCall()
  markAcknowledged(start, '1767225600.000200')
  ledger.addTs(target.channel, start)
  const stream: StreamRecord = {
    target,
    root: target.root,
    ts: '1767225600.000200',
    start,
    deltas: new CallSeries('a stream'),
    stop: undefined,
  }
  ledger.streams.push(stream)
  for (let n = 0; n < 3; n++) markAcknowledged(stream.deltas.addCall())

  const found = (text: string, state = 'in_progress'): StoredState => ({
    streams: new Map([[streamKey(stream), { text, state }]]),
    posts: new Map(),
  })
  return {
    ledger,
    stream,
    found,
    showsDeltas: (order: number[]) => found(order.map((n) => stream.deltas.toMark(n)).join('')),
  }
}
