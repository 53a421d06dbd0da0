import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import WebSocket from 'ws'
import type { ServerFrame } from '#feed/protocol/serverFrames'
import type { RunningServer } from '#server/start'
import { socketUrl } from '#testing/apps/socketModeClient'
import { signIn } from '#testing/feed/socket'

/** Two servers, each on a database of its own. */
type Servers = Record<'from' | 'to', RunningServer>

/** A proxy that asks the other server if one answers 503, as `proxy_next_upstream http_503` does. */
export function createProxy(servers: Servers) {
  let refused = 0
  return { call, refused: () => refused }

  /** Calls until something else than 503 and 429 is answered, as the SDKs do, and returns that. */
  async function call(method: string, args: object, token = 'xoxb-acme-scout'): Promise<Record<string, any>> {
    for (;;) {
      for (const { url } of [servers.from, servers.to]) {
        const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json; charset=utf-8' }
        const response = await fetch(`${url}/api/${method}`, { method: 'POST', headers, body: JSON.stringify(args) })
        const answer = (await response.json()) as Record<string, any>
        if (response.status === 429) {
          await sleep(500)
          break
        }
        if (response.status !== 503) return answer
        refused++
        if (response.headers.get('retry-after') === null) throw new Error(`Without Retry-After: ${answer['detail']}`)
      }
      await sleep(20)
    }
  }
}

/** A browser of Ana that watches a channel, and connects again wherever it is let in. It notes what it is sent. */
export async function watchAcross(servers: Servers, channel: string) {
  const cookie = await signIn(servers.from.url, 'U0ANA')
  const frames: ServerFrame[] = []
  const places: string[] = []
  let cursor: { after: number; epoch: string } | undefined
  // As the proxy does: at first at `from`, and at the other after a 503.
  let place: 'from' | 'to' = 'from'
  const end = keepConnected(async () => {
    const { url } = servers[place]
    const headers = { cookie, origin: url }
    const socket = new WebSocket(`${url.replace('http', 'ws')}/feed`, { headers, perMessageDeflate: false })
    socket.on('unexpected-response', (_request, { statusCode }) => {
      if (statusCode !== 503) places.push(`${place} ${statusCode}`)
      place = place === 'from' ? 'to' : 'from'
      socket.close()
    })
    socket.on('open', () => {
      places.push(place)
      socket.send(JSON.stringify({ type: 'hello', protocol: 1, ...cursor, watching: [channel] }))
      if (!cursor) socket.send(JSON.stringify({ type: 'open', channel }))
    })
    socket.on('message', (data: Buffer) => {
      const frame: ServerFrame = JSON.parse(data.toString())
      frames.push(frame)
      if ('epoch' in frame) cursor = { after: frame.seq, epoch: frame.epoch }
      else if ('seq' in frame && cursor) cursor.after = Math.max(cursor.after, frame.seq ?? 0)
    })
    return socket
  })
  return { frames, places, end }
}

/** An app that keeps a socket at each server that lets it in, acknowledges, and notes the events that it gets. */
export function listenAcross(servers: Servers) {
  const events: { text: string; attempt: number }[] = []
  const disconnects: string[] = []
  const listen = (url: string) =>
    keepConnected(async () => {
      const address = await socketUrl(url).catch(() => undefined)
      if (address === undefined) return undefined
      const socket = new WebSocket(address, { perMessageDeflate: false })
      socket.on('message', (data: Buffer) => {
        const frame = JSON.parse(data.toString())
        if (frame.type === 'disconnect') disconnects.push(frame.reason)
        if (frame.type !== 'events_api') return
        events.push({ text: frame.payload.event.text, attempt: frame.retry_attempt })
        socket.send(JSON.stringify({ envelope_id: frame.envelope_id }))
      })
      return socket
    })
  listen(servers.from.url)
  listen(servers.to.url)
  return { events, disconnects }
}

/** Opens a socket again and again. Returns what ends that. */
function keepConnected(open: () => Promise<WebSocket | undefined>) {
  const ending = new AbortController()
  const keep = async () => {
    while (!ending.signal.aborted) {
      const socket = await open()
      const close = () => socket?.terminate()
      ending.signal.addEventListener('abort', close)
      socket?.on('error', () => {})
      if (socket && !ending.signal.aborted) await once(socket, 'close').catch(() => {})
      ending.signal.removeEventListener('abort', close)
      await sleep(20)
    }
  }
  const kept = keep()
  const end = async () => {
    ending.abort()
    await kept
  }
  onTestFinished(end)
  return end
}
