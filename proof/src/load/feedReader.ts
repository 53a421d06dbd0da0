import { field, listField, textField } from './untypedFields.ts'

const greetingMs = 60_000
const maxRetries = 20
/** How many threads it asks for at a time, of those that are older than what it was shown. */
const maxAsked = 20

/** Signs a person in with a click, as a development server allows. Returns the cookie. */
export async function signIn(origin: string, team: string, user: string): Promise<string> {
  const response = await fetch(`${origin}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ team, user }),
  })
  if (!response.ok) throw new Error(`/session answered ${response.status}`)
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

interface ReadStream {
  n: number
  text: string
}

/** A person who reads streams on the feed, applies its frames as docs/feed.md says, and checks that no text gets shorter. */
export class FeedReader {
  readonly faults: string[] = []
  resumed = 0
  /** How often it was not greeted and came again, as on a machine that has much else to do. */
  retries = 0
  deltas = 0
  /** By channel and ts: the messages that it has seen. */
  readonly seen = new Set<string>()
  /** What it has asked for and not got: channels, and threads by channel and ts. */
  readonly #asked = new Set<string>()
  /** By channel: the ts from which on its newest snapshot shows all roots. */
  readonly #shownFrom = new Map<string, string>()
  /** How its connections ended that it did not end by itself, and how often. */
  readonly losses = new Map<string, number>()
  /** By channel and ts: two channels may have the same ts. */
  readonly #streams = new Map<string, ReadStream>()
  readonly #nextOrigin: () => string
  readonly #cookie: string
  readonly #channels: readonly string[]
  #cursor: { after: number; epoch: string } | undefined
  #socket: WebSocket | undefined
  /** Of this connection. */
  #framesRead = 0

  /** `nextOrigin`: where it connects to, asked each time. */
  constructor(nextOrigin: () => string, cookie: string, channels: readonly string[]) {
    this.#nextOrigin = nextOrigin
    this.#cookie = cookie
    this.#channels = channels
  }

  /** Connects as often as it takes, and continues at the cursor. Resolves once the server has greeted. */
  async connect(): Promise<void> {
    try {
      await this.connectOnce()
    } catch (error) {
      if (++this.retries > maxRetries) throw error
      await this.connect()
    }
  }

  /** The same, but throws if the server does not greet. Resolves with a promise of the connection's end. */
  async connectOnce(): Promise<{ ended: Promise<void> }> {
    const origin = this.#nextOrigin()
    // Node's WebSocket takes headers, which the type of browsers does not know.
    const options: object = { headers: { cookie: this.#cookie, origin } }
    const socket: WebSocket = Reflect.construct(WebSocket, [`${origin.replace('http', 'ws')}/feed`, options])
    this.#socket = socket
    this.#framesRead = 0
    const ended = new Promise<void>((resolve) =>
      socket.addEventListener('close', ({ code, reason }) => {
        if (this.#socket === socket) this.#countLoss(`closed with ${code} ${reason}`.trim())
        resolve()
      }),
    )
    let tooLate: NodeJS.Timeout | undefined
    const greeted = new Promise<void>((resolve, reject) => {
      tooLate = setTimeout(() => reject(new Error('no greeting in time')), greetingMs)
      socket.addEventListener('open', () => socket.send(this.#hello()))
      socket.addEventListener('close', ({ code }) => reject(new Error(`the feed was closed with ${code}`)))
      socket.addEventListener('message', ({ data }) => {
        if (this.#socket !== socket || !this.#read(JSON.parse(String(data)), socket)) return
        resolve()
      })
    })
    try {
      await greeted
      return { ended }
    } catch (error) {
      if (socket.readyState !== WebSocket.CLOSED) this.#countLoss(String(error))
      this.cut()
      throw error
    } finally {
      clearTimeout(tooLate)
    }
  }

  #hello(): string {
    const cursor = this.#cursor ? { ...this.#cursor, watching: this.#channels } : {}
    return JSON.stringify({ type: 'hello', protocol: 1, ...cursor })
  }

  /** Leaves without a word. What was sent but not read yet is lost. */
  cut(): void {
    this.#socket?.close()
    this.#socket = undefined
  }

  #ask(socket: WebSocket, channel: string, threadTs?: string): void {
    this.#asked.add(threadTs === undefined ? channel : `${channel}/${threadTs}`)
    const frame = threadTs === undefined ? { type: 'open', channel } : { type: 'thread', channel, thread_ts: threadTs }
    socket.send(JSON.stringify(frame))
  }

  /** No cursor stands for what it has asked for and never got. */
  #askAgain(socket: WebSocket): void {
    for (const asked of this.#asked) {
      const [channel = '', threadTs] = asked.split('/')
      this.#ask(socket, channel, threadTs)
    }
  }

  #countLoss(how: string): void {
    this.losses.set(how, (this.losses.get(how) ?? 0) + 1)
  }

  /**
   * Asks for the threads of streams that are older than what it was shown when it last began anew, as a person does who
   * scrolls up. `roots`: the ts of their roots, by channel and ts.
   */
  askForOlder(roots: ReadonlyMap<string, string>): void {
    const socket = this.#socket
    if (socket?.readyState !== WebSocket.OPEN) return
    for (const [key, root] of roots) {
      const channel = key.split('/')[0] ?? ''
      const isOlder = root < (this.#shownFrom.get(channel) ?? '')
      if (!isOlder || this.#streams.has(key) || this.#asked.has(`${channel}/${root}`)) continue
      if (this.#asked.size >= maxAsked) return
      this.#ask(socket, channel, root)
    }
  }

  /** Forgets the streams that it has seen. */
  forget(): void {
    this.#streams.clear()
    this.seen.clear()
  }

  /** How what this reader sees differs from these texts, by the channel and ts of their streams. */
  findDifferences(expected: ReadonlyMap<string, string>): string[] {
    return [...expected].flatMap(([key, text]) => {
      const seen = this.#streams.get(key)?.text
      return seen === text ? [] : [`stream ${key}: ${seen?.length ?? 'no'} characters seen, ${text.length} stored`]
    })
  }

  /** Returns whether the frame is the server's greeting. */
  #read(frame: unknown, socket: WebSocket): boolean {
    const type = field(frame, 'type')
    const seq = field(frame, 'seq')
    this.#framesRead++
    if (type === 'welcome') {
      this.#streams.clear()
      this.#asked.clear()
      for (const channel of this.#channels) this.#ask(socket, channel)
    }
    if (type === 'resumed') {
      this.resumed++
      this.#askAgain(socket)
    }
    if (type === 'channel') this.#readSnapshot(frame, socket)
    if (type === 'thread') this.#readThread(frame)
    // It comes again, and asks again.
    if (type === 'refused') socket.close()
    if (type === 'message') this.#readMessage(frame, field(frame, 'message'))
    if (type === 'delta') this.#readDelta(frame, socket)
    if (typeof seq === 'number' && type !== 'channel' && type !== 'thread') {
      const epoch = field(frame, 'epoch')
      const known = this.#cursor ?? { after: 0, epoch: '' }
      this.#cursor = { after: Math.max(known.after, seq), epoch: typeof epoch === 'string' ? epoch : known.epoch }
    }
    return type === 'welcome' || type === 'resumed'
  }

  /** Replies are in no snapshot of a channel: the threads that have some are asked for. */
  #readSnapshot(frame: unknown, socket: WebSocket): void {
    const channel = textField(frame, 'channel')
    const messages = listField(frame, 'messages')
    this.#asked.delete(channel)
    const oldest = messages.map((message) => textField(message, 'ts')).toSorted()[0]
    this.#shownFrom.set(channel, field(frame, 'has_more') === true ? (oldest ?? '') : '')
    for (const message of messages) {
      this.seen.add(`${channel}/${textField(message, 'ts')}`)
      if (field(message, 'replies')) this.#ask(socket, channel, textField(message, 'ts'))
    }
  }

  #readThread(frame: unknown): void {
    for (const message of listField(frame, 'messages')) this.#readMessage(frame, message)
    this.#asked.delete(`${textField(frame, 'channel')}/${textField(frame, 'thread_ts')}`)
  }

  #readMessage(frame: unknown, message: unknown): void {
    this.seen.add(`${textField(frame, 'channel')}/${textField(message, 'ts')}`)
    if (field(message, 'streaming_state') === undefined) return
    const stream = field(message, 'stream')
    const text = stream ? textOf(field(stream, 'reply')) : textOf(field(message, 'blocks'))
    const key = `${textField(frame, 'channel')}/${textField(message, 'ts')}`
    this.#grow(key, { n: stream ? Number(field(stream, 'n')) : Infinity, text }, textField(frame, 'type'))
  }

  #readDelta(frame: unknown, socket: WebSocket): void {
    this.deltas++
    const key = `${textField(frame, 'channel')}/${textField(frame, 'ts')}`
    const known = this.#streams.get(key)
    const [from, to] = [Number(field(frame, 'from')), Number(field(frame, 'to'))]
    if (!known || to <= known.n) return
    if (from !== known.n + 1) {
      return this.#ask(socket, textField(frame, 'channel'), textField(frame, 'thread_ts'))
    }
    this.#grow(key, { n: to, text: known.text + textOf(field(frame, 'chunks')) }, 'delta')
  }

  #grow(key: string, next: ReadStream, type: string): void {
    const { n, text } = this.#streams.get(key) ?? { n: 0, text: '' }
    if (!next.text.startsWith(text))
      this.faults.push(
        `stream ${key}: from ${text.length} characters (delta ${n}) to ${next.text.length} (${next.n}) by a frame ${type}, ${this.#framesRead} frames after it came to ${this.#socket?.url}, not a continuation: ${JSON.stringify(text.slice(-60))} ${JSON.stringify(next.text.slice(-60))}`,
      )
    this.#streams.set(key, next)
  }
}

/** All texts below a value, in their order: those of the parts of a reply, of chunks, or of the blocks of a finished one. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join('')
  if (typeof value !== 'object' || value === null) return ''
  return Object.entries(value)
    .map(([name, inner]) => (name === 'text' && typeof inner === 'string' ? inner : textOf(inner)))
    .join('')
}
