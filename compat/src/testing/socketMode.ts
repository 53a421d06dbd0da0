import { onTestFinished } from 'vitest'
import { clientOf } from './sdk.ts'
import type { Server } from './server.ts'

export interface MessageEvent {
  type: 'message'
  subtype?: string
  channel: string
  ts: string
  user: string
  bot_id?: string
  text: string
  streaming_state?: string
}

interface Frame {
  type: string
  envelope_id?: string
  retry_attempt?: number
  payload?: { event_id: string; event: MessageEvent; authorizations: { user_id: string }[] }
}

/**
 * Does what the official Socket Mode client does, on the same WebSocket: it asks for an address with the official Web
 * API client, acknowledges at once, and connects anew when it is told to or cut off.
 */
export function listen(server: Server, heard: (event: MessageEvent) => Promise<unknown>) {
  const frames: Frame[] = []
  const failures: unknown[] = []
  let socket: WebSocket | undefined
  let ended = false
  onTestFinished(() => {
    ended = true
    socket?.close()
  })
  const app = { frames, failures, greeted: () => frames.filter(({ type }) => type === 'hello').length }
  void connect()
  return app

  async function connect(): Promise<void> {
    if (ended) return
    try {
      const client = clientOf(server, 'xapp-1-A0SCOUT-compat', { retryConfig: { retries: 0 } })
      const { url = '' } = await client.apps.connections.open()
      socket = new WebSocket(url)
      socket.addEventListener('message', ({ data }) => read(String(data)))
      socket.addEventListener('close', () => again())
      socket.addEventListener('error', () => {}) // `close` follows
    } catch {
      again()
    }
  }
  function again(): void {
    setTimeout(() => void connect(), 200).unref()
  }
  function read(data: string): void {
    const frame = JSON.parse(data) as Frame
    frames.push(frame)
    if (frame.type === 'disconnect') socket?.close()
    if (!frame.envelope_id) return
    socket?.send(JSON.stringify({ envelope_id: frame.envelope_id, payload: {} }))
    if (frame.payload) heard(frame.payload.event).catch((error) => failures.push(error))
  }
}
