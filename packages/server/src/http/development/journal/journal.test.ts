import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { newServedCall } from '#http/api/servedCall'
import { Clock } from '#store/clock'
import { Journal } from './journal.ts'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

const megabyte = 1024 * 1024

function addCall(journal: Journal, args: Record<string, unknown>, bodyBytes: number): void {
  const call = newServedCall('api.test', '', undefined, 'request')
  journal.addCall({ ...call, args, bodyBytes })
}

test('the journal holds 10,000 entries, or fewer if they take more than 32 MiB', () => {
  const journal = new Journal(new Clock())
  for (let i = 0; i < 10_010; i++) addCall(journal, { word: 'short' }, 10)
  expect(journal.after(0).map(({ seq }) => seq)).toEqual(Array.from({ length: 10_000 }, (_, i) => i + 11))
  const many = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`word ${i}`, 'x'.repeat(1000)]))
  for (let i = 0; i < 40; i++) addCall(journal, many, megabyte)
  expect(journal.after(0).map(({ seq }) => seq)).toEqual(Array.from({ length: 33 }, (_, i) => i + 10_018))
  journal.clear()
  addCall(journal, many, megabyte)
  expect(journal.after(0)).toHaveLength(1)
})

test('the journal keeps the beginning of a long text in memory, not the text', () => {
  const journal = new Journal(new Clock())
  collectGarbage()
  const before = getHeapStatistics().used_heap_size
  for (let i = 0; i < 50; i++) addCall(journal, { word: Buffer.alloc(900_000, 'x').toString() }, megabyte)
  collectGarbage()
  expect(getHeapStatistics().used_heap_size - before).toBeLessThan(10 * megabyte)
  expect(journal.after(49)).toMatchObject([{ args: { word: `${'x'.repeat(2000)}…` } }])
})

test('who looks for a delivery or a call does not read the answers of all other calls', () => {
  const journal = new Journal(new Clock())
  for (const name of ['api.test', 'auth.test', 'api.test'])
    journal.addCall(newServedCall(name, '', undefined, 'request'))
  const of = { app: 'A0', team: 'T0', channel: 'C0', event: { type: 'message' }, took_ms: 1 }
  journal.addDelivery({ ...of, event_id: 'Ev0', envelope_id: 'E0', attempt: 0, outcome: 'sent' })
  const parse = vi.spyOn(JSON, 'parse')
  onTestFinished(() => parse.mockRestore())

  expect([...journal.deliveries()]).toMatchObject([{ event_id: 'Ev0' }])
  const call = { kind: 'call', method: 'auth.test', after: 0 } as const
  expect(journal.find({ ...call, team: 'T0' }, () => true)).toBeUndefined()
  expect(journal.find({ ...call, after: 2 }, () => true)).toBeUndefined()
  expect(journal.find({ kind: 'delivery', after: 0 }, () => true)).toMatchObject({ event_id: 'Ev0' })
  expect(parse).not.toHaveBeenCalled()
  expect(journal.find(call, () => true)).toMatchObject({ seq: 2 })
  expect(parse).toHaveBeenCalledTimes(1)
})
