import type { ExportedEntry } from './entries.ts'
import type { HarEntry } from './harEntry.ts'

/** A message on a socket, in the form that browsers have added to HAR. `receive`: the app was sent it. */
interface SocketMessage {
  type: 'send' | 'receive'
  /** Unix seconds. */
  time: number
  opcode: 1
  data: string
}

/** The sockets of apps, one entry for each app, with what was sent over them as far as the journal keeps it. */
export function toSocketEntries(entries: readonly ExportedEntry[], url: string): HarEntry[] {
  const byApp = new Map<string, SocketMessage[]>()
  for (const entry of entries) {
    const messages = messagesOf(entry)
    if ('app' in entry && entry.app !== undefined && messages.length > 0)
      byApp.set(entry.app, [...(byApp.get(entry.app) ?? []), ...messages])
  }
  const address = new URL('/link/', url)
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
  return [...byApp].map(([app, messages]) =>
    socketEntry(
      address,
      app,
      messages.toSorted((a, b) => a.time - b.time),
    ),
  )
}

function messagesOf(entry: ExportedEntry): SocketMessage[] {
  if (entry.kind === 'delivery' && entry.envelope_id !== undefined) {
    const { at, envelope_id: id, event, event_id: eventId, team, app } = entry
    if (entry.outcome === 'acknowledged') return [message('send', at, { envelope_id: id })]
    if (entry.outcome !== 'sent') return []
    const payload = { type: 'event_callback', team_id: team, api_app_id: app, event_id: eventId, event }
    return [message('receive', at, { type: 'events_api', envelope_id: id, payload })]
  }
  if (entry.kind === 'interaction' && entry.way === 'socket') {
    const { at, took_ms: tookMs, envelope_id: id, payload, answer, outcome } = entry
    const type = entry.type === 'slash_commands' ? 'slash_commands' : 'interactive'
    const sent = message('receive', at - tookMs, { type, envelope_id: id, payload })
    return outcome === 'answered' ? [sent, message('send', at, { envelope_id: id, payload: answer })] : [sent]
  }
  return []
}

function message(type: SocketMessage['type'], at: number, data: object): SocketMessage {
  return { type, time: at / 1000, opcode: 1, data: JSON.stringify(data) }
}

function socketEntry(address: URL, app: string, messages: readonly SocketMessage[]): HarEntry {
  const [first, last] = [messages[0]?.time ?? 0, messages.at(-1)?.time ?? 0]
  const none = { cookies: [], headers: [], headersSize: -1, bodySize: -1, httpVersion: 'HTTP/1.1' }
  return {
    startedDateTime: new Date(first * 1000).toISOString(),
    time: Math.max(0, (last - first) * 1000),
    request: { method: 'GET', url: address.href, queryString: [], ...none },
    response: {
      status: 101,
      statusText: 'Switching Protocols',
      redirectURL: '',
      content: { size: 0, mimeType: '' },
      ...none,
    },
    cache: {},
    timings: { send: 0, wait: 0, receive: 0 },
    comment: `Socket Mode of ${app}`,
    _webSocketMessages: messages,
  }
}
