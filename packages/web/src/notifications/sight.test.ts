import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const sent: unknown[] = []
vi.mock('#store/client/pageClient.ts', () => ({
  onFrame: () => () => {},
  send: (frame: unknown) => sent.push(frame) > 0,
}))

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('[NTF-10] a window is in sight again as soon as somebody scrolls, and says so once', async () => {
  const { followSight, isInSight } = await import('./sight.ts')
  const stop = followSight()
  for (const event of ['wheel', 'touchmove']) {
    vi.advanceTimersByTime(700_000)
    expect(isInSight()).toBe(false)
    sent.length = 0
    for (let i = 0; i < 50; i++) window.dispatchEvent(new Event(event))
    expect(isInSight()).toBe(true)
    expect(sent).toEqual([{ type: 'sight', in_sight: true }])
  }
  stop()
})
