import type { ClientFrame, ServerFrame } from 'rivulet/feedProtocol'
import { backoff } from './backoff.ts'
import { connectionIs } from './connection.ts'

const silence = 25_000
const patience = 10_000
const signedOut = 4003

export type FeedOptions = {
  url: string
  hello: () => ClientFrame
  onFrame: (frame: ServerFrame) => void
  /** After `welcome` or `resumed` was applied. */
  onReady: () => void
  /** The server closed because nobody is signed in, or a connection could not be opened: worth asking who is. */
  onDoubt: () => void
}

export type Feed = {
  /** False when there is no greeted connection: nothing was sent. */
  send: (frame: ClientFrame) => boolean
  close: () => void
}

/** Keeps one WebSocket to the feed alive: greets, pings, and comes back after a loss. */
export function openFeed(options: FeedOptions): Feed {
  let socket: WebSocket | undefined
  let greeted = false
  let attempt = 0
  let closed = false
  let retry: ReturnType<typeof setTimeout> | undefined
  let watch: ReturnType<typeof setTimeout> | undefined

  function connect() {
    clearTimeout(retry)
    if (closed || socket) return
    connectionIs('connecting')
    const mine = new WebSocket(options.url)
    socket = mine
    greeted = false
    listen()
    mine.onopen = () => mine.send(JSON.stringify(options.hello()))
    mine.onmessage = (event) => {
      if (socket === mine) take(JSON.parse(String(event.data)))
    }
    mine.onclose = (event) => {
      if (socket === mine) lost(event.code)
    }
  }

  function take(frame: ServerFrame) {
    listen()
    options.onFrame(frame)
    if (frame.type !== 'welcome' && frame.type !== 'resumed') return
    greeted = true
    attempt = 0
    connectionIs('connected')
    options.onReady()
  }

  // A connection that says nothing is asked once, then given up.
  function listen() {
    clearTimeout(watch)
    watch = setTimeout(() => {
      if (greeted) socket?.send('{"type":"ping"}')
      watch = setTimeout(() => {
        const stuck = socket
        lost(0)
        stuck?.close()
      }, patience)
    }, silence)
  }

  function lost(code: number) {
    const neverGreeted = !greeted
    socket = undefined
    greeted = false
    clearTimeout(watch)
    if (closed) return
    connectionIs('lost')
    if (code === signedOut || neverGreeted) options.onDoubt()
    retry = setTimeout(connect, backoff(attempt++))
  }

  function hurry() {
    if (document.visibilityState === 'visible' && !greeted) connect()
  }

  addEventListener('online', hurry)
  document.addEventListener('visibilitychange', hurry)
  connect()

  return {
    send(frame) {
      if (!greeted || socket?.readyState !== WebSocket.OPEN) return false
      socket.send(JSON.stringify(frame))
      return true
    },
    close() {
      closed = true
      clearTimeout(retry)
      clearTimeout(watch)
      removeEventListener('online', hurry)
      document.removeEventListener('visibilitychange', hurry)
      socket?.close()
    },
  }
}
