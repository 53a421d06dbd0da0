import type { ClientFrame, ServerFrame } from 'rivulet/feedProtocol'
import { backoff } from './backoff.ts'
import type { Connection } from './connectionState.ts'

/** The client sends a ping when the server has been silent for this long. */
const idleMs = 25_000
const pongTimeoutMs = 10_000
/** A browser that is offline does not tell its sockets, so they are given this long to show that they still work. */
const offlineTimeoutMs = 1500
/** A connection that ended sooner does not shorten the wait before the next ones. */
const lastingMs = 10_000
const notSignedIn = 4003
/** The server takes no more frames, because of one of those that it was sent. */
const rejections = [4000, 4001, 4004, 1009]

export type FeedOptions = {
  url: string
  /** The first frame of each connection. */
  hello: () => ClientFrame
  onFrame: (frame: ServerFrame) => void
  /** After `welcome` or `resumed` was applied. */
  onReady: () => void
  onConnectionState: (state: Connection['state']) => void
  /** The server closed because of a frame that it does not take. It would close again if it were sent again. */
  onRejected: () => void
  /** The server closed because nobody is signed in, or it cannot be reached: the session may have ended. */
  checkSession: () => void
}

export type Feed = {
  /** Returns false, and sends nothing, while no connection is ready. */
  send: (frame: ClientFrame) => boolean
  close: () => void
}

/** Keeps one WebSocket to the feed alive: sends `hello`, pings, and reconnects after a loss. */
export function openFeed(options: FeedOptions): Feed {
  let socket: WebSocket | undefined
  /** When the server greeted, in milliseconds; undefined until then. */
  let readySince: number | undefined
  /** The browser says that it is offline, and nothing came since. */
  let doubted = false
  let attempt = 0
  let closed = false
  let retry: ReturnType<typeof setTimeout> | undefined
  let watchdog: ReturnType<typeof setTimeout> | undefined

  function connect() {
    clearTimeout(retry)
    if (closed || socket) return
    options.onConnectionState('connecting')
    const current = new WebSocket(options.url)
    socket = current
    readySince = undefined
    doubted = false
    restartWatchdog()
    current.onopen = () => current.send(JSON.stringify(options.hello()))
    current.onmessage = (event) => {
      if (socket === current) receive(JSON.parse(String(event.data)))
    }
    current.onclose = (event) => {
      if (socket === current) onLost(event.code)
    }
  }

  function receive(frame: ServerFrame) {
    restartWatchdog()
    const isGreeting = frame.type === 'welcome' || frame.type === 'resumed'
    // Before the frame is applied: what it brings may lead to a question at once.
    if (isGreeting) readySince = performance.now()
    options.onFrame(frame)
    if (isGreeting || doubted) options.onConnectionState('connected')
    doubted = false
    if (isGreeting) options.onReady()
  }

  // A silent connection is pinged once, then given up.
  function restartWatchdog() {
    clearTimeout(watchdog)
    watchdog = setTimeout(() => probe(pongTimeoutMs), idleMs)
  }

  function probe(timeoutMs: number) {
    if (readySince !== undefined && socket?.readyState === WebSocket.OPEN) socket.send('{"type":"ping"}')
    clearTimeout(watchdog)
    watchdog = setTimeout(giveUp, timeoutMs)
  }

  function giveUp() {
    const stuck = socket
    onLost(0)
    stuck?.close()
  }

  function onLost(code: number) {
    const wasReady = readySince !== undefined
    if (readySince !== undefined && performance.now() - readySince >= lastingMs) attempt = 0
    socket = undefined
    readySince = undefined
    clearTimeout(watchdog)
    if (closed) return
    options.onConnectionState('lost')
    if (rejections.includes(code)) options.onRejected()
    if (code === notSignedIn || !wasReady) options.checkSession()
    retry = setTimeout(connect, backoff(attempt++))
  }

  function onOffline() {
    if (!socket) return
    doubted = readySince !== undefined
    options.onConnectionState('lost')
    probe(offlineTimeoutMs)
  }

  /** Whatever was begun on the line before is dropped. A connection that still works answers the ping. */
  function onOnline() {
    if (readySince !== undefined) return probe(pongTimeoutMs)
    const begun = socket
    socket = undefined
    begun?.close()
    connect()
  }

  function onVisible() {
    if (document.visibilityState === 'visible' && readySince === undefined) connect()
  }

  addEventListener('online', onOnline)
  addEventListener('offline', onOffline)
  document.addEventListener('visibilitychange', onVisible)
  connect()

  return {
    send(frame) {
      if (readySince === undefined || socket?.readyState !== WebSocket.OPEN) return false
      socket.send(JSON.stringify(frame))
      return true
    },
    close() {
      closed = true
      clearTimeout(retry)
      clearTimeout(watchdog)
      removeEventListener('online', onOnline)
      removeEventListener('offline', onOffline)
      document.removeEventListener('visibilitychange', onVisible)
      socket?.close()
    },
  }
}
