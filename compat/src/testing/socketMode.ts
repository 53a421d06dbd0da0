import { onTestFinished } from 'vitest'
import { createClient } from './sdk.ts'
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
 * Acts like the official Socket Mode client: asks for an address with the official Web API client, acknowledges at
 * once, and reconnects when it is asked to or when the connection is lost.
 */
export function connectSocketMode(server: Server, onMessage: (event: MessageEvent) => Promise<unknown>) {
  const frames: Frame[] = []
  const failures: unknown[] = []
  let socket: WebSocket | undefined
  let finished = false
  onTestFinished(() => {
    finished = true
    socket?.close()
  })
  const app = { frames, failures, countHellos: () => frames.filter(({ type }) => type === 'hello').length }
  void connect()
  return app

  async function connect(): Promise<void> {
    if (finished) return
    try {
      const client = createClient(server, 'xapp-1-A0SCOUT-compat', { retryConfig: { retries: 0 } })
      const { url = '' } = await client.apps.connections.open()
      socket = new WebSocket(url)
      socket.addEventListener('message', ({ data }) => receive(String(data)))
      socket.addEventListener('close', () => reconnectLater())
      socket.addEventListener('error', () => {}) // `close` follows
    } catch {
      reconnectLater()
    }
  }
  function reconnectLater(): void {
    setTimeout(() => void connect(), 200).unref()
  }
  function receive(data: string): void {
    const frame = JSON.parse(data) as Frame
    frames.push(frame)
    if (frame.type === 'disconnect') socket?.close()
    if (!frame.envelope_id) return
    socket?.send(JSON.stringify({ envelope_id: frame.envelope_id, payload: {} }))
    if (frame.payload) onMessage(frame.payload.event).catch((error) => failures.push(error))
  }
}
