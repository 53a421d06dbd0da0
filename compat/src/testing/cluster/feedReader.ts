import { onTestFinished } from 'vitest'

interface Frame {
  type: string
  channel?: string
  seq?: number
  epoch?: string
  message?: { ts: string; text: string }
  messages?: { ts: string; text: string }[]
}

/**
 * Reads the messages of a channel on the feed as the web client does: it opens the channel, and when its socket closes it
 * comes again with its cursor.
 */
export function readFeed(url: string, cookie: string, channel: string) {
  /** By ts. */
  const messages = new Map<string, string>()
  /** The codes with which its sockets were closed. */
  const closed: number[] = []
  let cursor: { after: number; epoch: string } | undefined
  let socket: WebSocket
  let isEnded = false
  const opened = Promise.withResolvers<void>()
  connect()
  onTestFinished(() => {
    isEnded = true
    socket.close()
  })
  /** `opened`: the channel is open, and nothing that comes from now on is missed. */
  return { messages, closed, opened: opened.promise }

  function connect(): void {
    // Node's WebSocket takes headers, which the type of browsers does not know.
    const options: object = { headers: { cookie, origin: url } }
    socket = Reflect.construct(WebSocket, [`${url.replace('http', 'ws')}/feed`, options])
    socket.addEventListener('open', () => {
      const resume = cursor ? { ...cursor, watching: [channel] } : {}
      socket.send(JSON.stringify({ type: 'hello', protocol: 1, ...resume }))
    })
    socket.addEventListener('message', ({ data }) => read(JSON.parse(String(data)) as Frame))
    socket.addEventListener('error', () => {}) // `close` follows
    socket.addEventListener('close', ({ code }) => {
      closed.push(code)
      if (!isEnded) setTimeout(connect, 50)
    })
  }
  function read({ type, seq = 0, epoch, message, messages: several = [], ...frame }: Frame): void {
    // A message of another channel may have the same ts.
    if (frame.channel === channel) for (const { ts, text } of message ? [message] : several) messages.set(ts, text)
    if (type === 'welcome') socket.send(JSON.stringify({ type: 'open', channel }))
    if (type === 'channel') opened.resolve()
    if (type === 'channel' || type === 'thread') return
    cursor = { after: Math.max(seq, cursor?.after ?? 0), epoch: epoch ?? cursor?.epoch ?? '' }
  }
}
