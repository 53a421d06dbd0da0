import type { ClientFrame, ServerFrame } from 'rivulet/feedProtocol'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openFeed } from './feedSocket.ts'

const welcome = { type: 'resumed', seq: 1, epoch: 'e', now: 0 } satisfies ServerFrame
const hello: ClientFrame = { type: 'hello', protocol: 1 }

/** A socket that the test plays the server of. */
class TestSocket {
  static readonly OPEN = 1
  readyState = 1
  sent: string[] = []
  onopen?: () => void
  onmessage?: (event: { data: string }) => void
  onclose?: (event: { code: number }) => void
  constructor() {
    sockets.push(this)
  }
  send(text: string) {
    this.sent.push(text)
  }
  close() {
    this.readyState = 3
  }
  receive(frame: ServerFrame) {
    this.onmessage?.({ data: JSON.stringify(frame) })
  }
  end(code: number) {
    this.readyState = 3
    this.onclose?.({ code })
  }
}

let sockets: TestSocket[]
let states: string[]
let page: EventTarget
let stop: () => void
const onRejected = vi.fn<() => void>()
const socket = () => sockets.at(-1)!

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(1)
  sockets = []
  states = []
  page = new EventTarget()
  vi.stubGlobal('WebSocket', TestSocket)
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  const ignored = { onFrame() {}, onReady() {}, checkSession() {} }
  const onConnectionState = (state: string) => states.push(state)
  const feed = openFeed({ url: 'ws://server/feed', hello: () => hello, onConnectionState, onRejected, ...ignored })
  stop = feed.close
  socket().receive(welcome)
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('a feed', () => {
  test('that ends soon after each welcome is opened less and less often', () => {
    const opened = Array.from({ length: 60 }, () => {
      if (socket().readyState === TestSocket.OPEN) {
        socket().receive(welcome)
        socket().end(4001)
      }
      vi.advanceTimersByTime(1000)
      return sockets.length
    })
    expect(opened.at(-1)).toBeGreaterThan(5)
    expect(opened.at(-1)).toBeLessThan(12)
  })

  test('that has lasted is opened again soon', () => {
    for (let time = 0; time < 3; time++) {
      vi.advanceTimersByTime(10_000)
      socket().end(1006)
      const before = sockets.length
      vi.advanceTimersByTime(500)
      expect(sockets.length).toBe(before + 1)
      socket().receive(welcome)
    }
  })

  test.each([4000, 4001, 4004, 1009])('that the server closes with %i says that a frame was not taken', (code) => {
    onRejected.mockClear()
    socket().end(code)
    expect(onRejected).toHaveBeenCalledOnce()
  })

  test.each([1006, 1012, 4003, 4008])('that ends with %i does not', (code) => {
    onRejected.mockClear()
    socket().end(code)
    expect(onRejected).not.toHaveBeenCalled()
  })
})

describe('[WEB-2] a browser that goes offline', () => {
  test('is told at once, and at once when it is online again', () => {
    page.dispatchEvent(new Event('offline'))
    expect(states.at(-1)).toBe('lost')
    vi.advanceTimersByTime(1500)
    const before = sockets.length
    page.dispatchEvent(new Event('online'))
    expect(sockets.length).toBe(before + 1)
    socket().receive(welcome)
    expect(states.at(-1)).toBe('connected')
  })

  test('is connected as before if the server still answers, as one on the same machine does', () => {
    page.dispatchEvent(new Event('offline'))
    expect(socket().sent.at(-1)).toBe('{"type":"ping"}')
    socket().receive({ type: 'pong', now: 0 })
    expect(states.at(-1)).toBe('connected')
    vi.advanceTimersByTime(5000)
    expect(sockets.length).toBe(1)
  })

  test('gives up what it had begun to open on the line before', () => {
    socket().end(1006)
    vi.advanceTimersByTime(500)
    const begun = socket()
    page.dispatchEvent(new Event('online'))
    expect(begun.readyState).toBe(3)
    socket().receive(welcome)
    begun.onclose?.({ code: 1006 })
    expect(states.at(-1)).toBe('connected')
  })
})
