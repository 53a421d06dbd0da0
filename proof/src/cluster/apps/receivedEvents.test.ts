import { expect, test } from 'vitest'
import { Ledger, markAcknowledged } from '#check/ledger'
import { ReceivedEvents } from './receivedEvents.ts'

const event = (ts: string, id: string) => ({ event_id: id, event: { channel: 'C1', ts } })

test('an event that comes again has to be a repetition of the same', () => {
  const received = new ReceivedEvents('the app', () => true)
  received.add(event('1.1', 'Ev1'), 0)
  received.add(event('1.1', 'Ev1'), 1)
  expect([received.faults, received.count, received.repeated]).toEqual([[], 1, 1])
  received.add(event('1.1', 'Ev1'), 0)
  received.add(event('1.1', 'Ev2'), 1)
  expect(received.faults).toEqual([
    'the app got the event Ev1 about C1/1.1 again, not as a repetition',
    'the app got two events about C1/1.1: Ev1 and Ev2',
  ])
})

test('an event is waited for in the channels of the app', async () => {
  const received = new ReceivedEvents('the app', (channel) => channel === 'C1')
  const ledger = new Ledger()
  for (const [channel, ts] of [
    ['C1', '1.1'],
    ['C1', '1.2'],
    ['C2', '1.3'],
  ] as const) {
    const call = ledger.findPosts({ channel, root: '', recipient: {} }).addCall()
    markAcknowledged(call, ts)
    ledger.addTs(channel, call)
  }
  received.add(event('1.1', 'Ev1'), 0)
  expect(received.expect(ledger)).toEqual([])
  expect(received.late).toBe(1)
  received.add(event('1.2', 'Ev2'), 0)
  expect(await received.finish(async () => [])).toEqual([])
})
