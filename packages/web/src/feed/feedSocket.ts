import type { ClientFrame, ServerFrame } from 'rivulet/feedProtocol'
import { backoff } from './backoff.ts'
import type { Connection } from './connectionState.ts'

/** The client sends a ping when the server has been silent for this long. */
const idleMs = 25_000
const pongTimeoutMs = 10_000
const notSignedIn = 4003

export type FeedOptions = {
  url: string
  /** The first frame of each connection. */
  hello: () => ClientFrame
  onFrame: (frame: ServerFrame) => void
  /** After `welcome` or `resumed` was applied. */
  onReady: () => void
  onConnectionState: (state: Connection['state']) => void
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
  let ready = false
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
    ready = false
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
    options.onFrame(frame)
    if (frame.type !== 'welcome' && frame.type !== 'resumed') return
    ready = true
    attempt = 0
    options.onConnectionState('connected')
    options.onReady()
  }

  // A silent connection is pinged once, then given up.
  function restartWatchdog() {
    clearTimeout(watchdog)
    watchdog = setTimeout(() => {
      if (ready) socket?.send('{"type":"ping"}')
      watchdog = setTimeout(() => {
        const stuck = socket
        onLost(0)
        stuck?.close()
      }, pongTimeoutMs)
    }, idleMs)
  }

  function onLost(code: number) {
    const wasReady = ready
    socket = undefined
    ready = false
    clearTimeout(watchdog)
    if (closed) return
    options.onConnectionState('lost')
    if (code === notSignedIn || !wasReady) options.checkSession()
    retry = setTimeout(connect, backoff(attempt++))
  }

  function reconnectNow() {
    if (document.visibilityState === 'visible' && !ready) connect()
  }

  addEventListener('online', reconnectNow)
  document.addEventListener('visibilitychange', reconnectNow)
  connect()

  return {
    send(frame) {
      if (!ready || socket?.readyState !== WebSocket.OPEN) return false
      socket.send(JSON.stringify(frame))
      return true
    },
    close() {
      closed = true
      clearTimeout(retry)
      clearTimeout(watchdog)
      removeEventListener('online', reconnectNow)
      document.removeEventListener('visibilitychange', reconnectNow)
      socket?.close()
    },
  }
}
