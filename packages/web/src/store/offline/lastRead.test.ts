import { expect, test } from 'vitest'
import { applyFrame } from '#store/workspace/applyFrame.ts'
import { createMessage, general, messageFrame, stateAfter } from '#store/workspace/testing/frames.ts'
import { readLastRead, writeLastRead } from './lastRead.ts'

const person = { team: 'T1', user: 'U1' }

test('[WEB-15] the newest messages of the last channels are kept, and are of nobody else', () => {
  const state = stateWith(80)
  const kept = writeLastRead(state, person, ['C1', 'C9'])
  const restored = readLastRead(kept, person)
  expect(restored).toMatchObject({
    ready: true,
    epoch: undefined,
    you: state.you,
    channels: { C1: { name: general.name } },
  })
  const { messages = {}, timeline, stale } = restored?.contents['C1'] ?? {}
  expect(Object.keys(messages)).toHaveLength(50)
  expect(timeline).toEqual({ oldest: tsOf(30) })
  expect([stale, messages[tsOf(79)]?.text]).toEqual([true, state.contents['C1']?.messages[tsOf(79)]?.text])
  expect(readLastRead(kept, { ...person, user: 'U2' })).toBe(undefined)
  expect(readLastRead(kept, { ...person, team: 'T2' })).toBe(undefined)
  for (const other of [undefined, '', '{', '{"form":0}', 'null']) expect(readLastRead(other, person)).toBe(undefined)
})

test('[WEB-15] nothing is kept of a channel that the person is not in, of a stream that grows, and above a million characters', () => {
  const growing = createMessage(tsOf(81), { streaming_state: 'in_progress' })
  const state = applyFrame(stateWith(2), messageFrame(200, growing))
  expect(
    Object.keys(readLastRead(writeLastRead(state, person, ['C1']), person)?.contents['C1']?.messages ?? {}).toSorted(),
  ).toEqual([tsOf(0), tsOf(1)])
  const outside = { ...state, channels: { C1: { ...general, member: false } } }
  expect(readLastRead(writeLastRead(outside, person, ['C1']), person)?.contents).toEqual({})
  const long = applyFrame(state, messageFrame(201, createMessage(tsOf(82), { text: 'x'.repeat(1_000_001) })))
  const kept = writeLastRead(long, person, ['C1'])
  expect(kept.length).toBeLessThan(1_000_000)
  expect(readLastRead(kept, person)?.contents).toEqual({})
})

function tsOf(n: number): string {
  return `17672256${String(n).padStart(2, '0')}.000100`
}

function stateWith(count: number) {
  let state = stateAfter({ type: 'channel_changed', seq: 10, id: 'C1', channel: general })
  state = applyFrame(state, {
    type: 'channel',
    seq: 11,
    channel: 'C1',
    messages: Array.from({ length: count }, (_, n) => createMessage(tsOf(n), { text: `number ${n}` })),
    statuses: [],
    threads: [],
    has_more: true,
  })
  return state
}
