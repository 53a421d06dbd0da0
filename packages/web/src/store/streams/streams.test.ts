import { markdownFromReply, type StreamedReply } from '@rivulet/blocks/streamedReply'
import type { ViewerMessage } from 'rivulet/feedProtocol'
import { describe, expect, test, vi } from 'vitest'
import { drainMs } from './smoothing.ts'
import { createStreams, type DeltaOutcome } from './streams.ts'

const channel = 'D1'
const ts = '1.000002'
const thread = '1.000001'

function openStream({ visible = true, n = 0, text: initial = '' } = {}) {
  let clock = 0
  let nextTick: ((now: number) => void) | undefined
  const streams = createStreams({
    now: () => clock,
    requestFrame: (tick) => {
      nextTick = tick
    },
    isVisible: () => visible,
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
    const reply: StreamedReply = { parts: text ? [{ type: 'text', text }] : [] }
    observe({ streaming_state: 'in_progress', stream: { n: to, display: 'timeline', reply } })
  }
  const append = (from: number, to: number, text: string): DeltaOutcome =>
    streams.append({
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
    const tick = nextTick
    nextTick = undefined
    tick?.(clock)
  }
  const shown = () => {
    const live = streams.get(channel, ts)
    return live && markdownFromReply(live.shown)
  }
  snapshot(n, initial)
  return { streams, observe, snapshot, append, frame, shown, isIdle: () => nextTick === undefined }
}

describe('a stream', () => {
  test('shows at once the text that it had when it was first seen', () => {
    expect(openStream({ n: 4, text: 'So far' }).shown()).toBe('So far')
  })

  test('shows all deltas within the drain time', () => {
    const { append, frame, shown, isIdle } = openStream()
    expect(append(1, 1, 'Hello ')).toBe('applied')
    expect(append(2, 3, 'out there, this is a longer text')).toBe('applied')
    frame()
    expect(shown()?.length).toBeGreaterThan(0)
    expect(shown()?.length).toBeLessThan(20)
    for (let ms = 0; ms < drainMs; ms += 16) frame()
    expect(shown()).toBe('Hello out there, this is a longer text')
    expect(isIdle()).toBe(true)
  })

  test('[R8] flows on between bursts that are half a second apart, and is at most that far behind', () => {
    const { append, frame, shown } = openStream()
    const lengths: number[] = []
    for (let n = 1; n <= 4; n++) {
      append(n, n, 'x'.repeat(60))
      for (let ms = 0; ms < 496; ms += 16) {
        frame()
        lengths.push(shown()?.length ?? 0)
      }
      expect(lengths.at(-1)).toBeGreaterThanOrEqual(n * 60 - 2)
    }
    const steps = lengths.slice(62).map((length, i) => length - (lengths[i + 61] ?? 0))
    expect(Math.max(...steps)).toBeLessThanOrEqual(4)
    expect(steps.filter((step) => step === 0).length).toBeLessThan(steps.length / 10)
  })

  test('never shrinks, whatever arrives', () => {
    const { append, snapshot, frame, shown } = openStream()
    const lengths: number[] = []
    const measure = () => lengths.push(shown()?.length ?? 0)
    append(1, 1, 'abcdefghij')
    frame()
    measure()
    snapshot(1, 'abcdefghij')
    measure()
    snapshot(0, '')
    measure()
    append(2, 2, 'klm')
    frame()
    measure()
    expect(lengths).toEqual(lengths.toSorted((a, b) => a - b))
  })

  test('[BUS-5] shows what a new connection says, also if something false had gone further', () => {
    const { streams, append, snapshot, frame, shown } = openStream({ n: 2, text: 'True' })
    append(3, 9, ' and false')
    for (let ms = 0; ms < drainMs; ms += 16) frame()
    expect(shown()).toBe('True and false')
    streams.restart()
    expect(shown()).toBe('True and false')
    snapshot(2, 'True')
    expect(shown()).toBe('True')
    expect(append(3, 3, ' words')).toBe('applied')
  })

  test('ignores a delta that it has already', () => {
    const { append, frame, shown } = openStream({ n: 3, text: 'abc' })
    expect(append(2, 3, 'bc')).toBe('known')
    frame(1000)
    expect(shown()).toBe('abc')
  })

  test('does not apply a delta after a gap or one that overlaps: the thread has to be fetched', () => {
    const { append, snapshot, frame, shown } = openStream({ n: 3, text: 'abc' })
    expect(append(5, 5, 'e')).toBe('gap')
    expect(append(3, 5, 'cde')).toBe('gap')
    expect(shown()).toBe('abc')
    snapshot(5, 'abcde')
    expect(append(6, 6, 'f')).toBe('applied')
    frame(1000)
    expect(shown()).toBe('abcdef')
  })

  test('shows all text at once in a hidden tab', () => {
    const { append, frame, shown } = openStream({ visible: false })
    append(1, 1, 'A long text in a hidden tab')
    frame(1)
    expect(shown()).toBe('A long text in a hidden tab')
  })

  test('is removed once its end has been shown, and does not come back', () => {
    const { append, observe, snapshot, frame, shown, streams } = openStream()
    append(1, 1, 'The whole answer')
    observe({ streaming_state: 'completed' })
    frame()
    expect(shown()).toBeDefined()
    for (let ms = 0; ms <= drainMs; ms += 16) frame()
    expect(streams.get(channel, ts)).toBeUndefined()
    expect(append(2, 2, 'late')).toBe('unknown')
    snapshot(0, '')
    expect(shown()).toBe('')
  })

  test('calls its listeners once per frame, however many deltas arrived', () => {
    const { streams, append, frame } = openStream()
    const listener = vi.fn()
    streams.subscribe(channel, ts, listener)
    for (let n = 1; n <= 50; n++) append(n, n, 'word ')
    expect(listener).not.toHaveBeenCalled()
    frame()
    expect(listener).toHaveBeenCalledTimes(1)
  })
})
