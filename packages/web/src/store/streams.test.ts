import { markdownOf, type Reply } from '@rivulet/blocks/reply'
import type { ViewerMessage } from 'rivulet/feedProtocol'
import { describe, expect, test, vi } from 'vitest'
import { drainWithin } from './smoothing.ts'
import { createStreams, type DeltaOutcome } from './streams.ts'

const channel = 'D1'
const ts = '1.000002'
const thread = '1.000001'

function aStream({ seen = true, n = 0, said = '' } = {}) {
  let clock = 0
  let waiting: ((now: number) => void) | undefined
  const streams = createStreams({
    now: () => clock,
    next: (tick) => {
      waiting = tick
    },
    seen: () => seen,
  })
  const observe = (message: Partial<ViewerMessage>) =>
    streams.observe(channel, {
      ts,
      thread_ts: thread,
      user: 'UB',
      text: '',
      blocks: [],
      edited: false,
      ...message,
    })
  const snapshot = (to: number, text: string) => {
    const reply: Reply = { parts: text ? [{ type: 'text', text }] : [] }
    observe({ streaming_state: 'in_progress', stream: { n: to, display: 'timeline', reply } })
  }
  const grow = (from: number, to: number, text: string): DeltaOutcome =>
    streams.grow({
      type: 'delta',
      seq: 1,
      channel,
      thread_ts: thread,
      ts,
      from,
      to,
      chunks: [{ type: 'markdown_text', text }],
    })
  const frame = (ms = 16) => {
    clock += ms
    const tick = waiting
    waiting = undefined
    tick?.(clock)
  }
  const shown = () => {
    const live = streams.get(channel, ts)
    return live && markdownOf(live.shown)
  }
  snapshot(n, said)
  return { streams, observe, snapshot, grow, frame, shown, idle: () => waiting === undefined }
}

describe('a growing reply', () => {
  test('is shown as it was when it is first seen, without a second performance', () => {
    expect(aStream({ n: 4, said: 'So far' }).shown()).toBe('So far')
  })

  test('takes deltas that follow, and shows all of them within the time that is given', () => {
    const { grow, frame, shown, idle } = aStream()
    expect(grow(1, 1, 'Hello ')).toBe('applied')
    expect(grow(2, 3, 'out there, this is a longer text')).toBe('applied')
    frame()
    expect(shown()?.length).toBeGreaterThan(0)
    expect(shown()?.length).toBeLessThan(20)
    for (let ms = 0; ms < drainWithin; ms += 16) frame()
    expect(shown()).toBe('Hello out there, this is a longer text')
    expect(idle()).toBe(true)
  })

  test('never shrinks, whatever comes', () => {
    const { grow, snapshot, frame, shown } = aStream()
    const lengths: number[] = []
    const look = () => lengths.push(shown()?.length ?? 0)
    grow(1, 1, 'abcdefghij')
    frame()
    look()
    snapshot(1, 'abcdefghij')
    look()
    snapshot(0, '')
    look()
    grow(2, 2, 'klm')
    frame()
    look()
    expect(lengths).toEqual(lengths.toSorted((a, b) => a - b))
  })

  test('leaves a delta that it has', () => {
    const { grow, frame, shown } = aStream({ n: 3, said: 'abc' })
    expect(grow(2, 3, 'bc')).toBe('known')
    frame(1000)
    expect(shown()).toBe('abc')
  })

  test('does not apply a delta after a gap, nor one that overlaps: the thread has to be asked for', () => {
    const { grow, snapshot, frame, shown } = aStream({ n: 3, said: 'abc' })
    expect(grow(5, 5, 'e')).toBe('gap')
    expect(grow(3, 5, 'cde')).toBe('gap')
    expect(shown()).toBe('abc')
    snapshot(5, 'abcde')
    expect(grow(6, 6, 'f')).toBe('applied')
    frame(1000)
    expect(shown()).toBe('abcdef')
  })

  test('holds nothing back in a hidden tab', () => {
    const { grow, frame, shown } = aStream({ seen: false })
    grow(1, 1, 'A long text that nobody looks at')
    frame(1)
    expect(shown()).toBe('A long text that nobody looks at')
  })

  test('goes away once its end has been shown, and does not come back', () => {
    const { grow, observe, snapshot, frame, shown, streams } = aStream()
    grow(1, 1, 'The whole answer')
    observe({ streaming_state: 'completed' })
    frame()
    expect(shown()).toBeDefined()
    for (let ms = 0; ms <= drainWithin; ms += 16) frame()
    expect(streams.get(channel, ts)).toBeUndefined()
    expect(grow(2, 2, 'late')).toBe('unknown')
    snapshot(0, '')
    expect(shown()).toBe('')
  })

  test('tells its listeners once a frame, however many deltas came', () => {
    const { streams, grow, frame } = aStream()
    const listener = vi.fn()
    streams.subscribe(channel, ts, listener)
    for (let n = 1; n <= 50; n++) grow(n, n, 'word ')
    expect(listener).not.toHaveBeenCalled()
    frame()
    expect(listener).toHaveBeenCalledTimes(1)
  })
})
