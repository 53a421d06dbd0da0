import { setTimeout as sleep } from 'node:timers/promises'
import { call } from '#servers/client'
import { textField } from '#measure/untypedFields'
import { isStreamsJob, type StreamsJob, type StreamsResult } from './streamsWithViewersJob.ts'
import { recipient, root } from '#servers/workspace'

/** Streams and their viewers in one process, so that one clock times the answer to an append and its frame. */
process.on('message', (job: unknown) => {
  if (!isStreamsJob(job)) throw new Error('not a job for streams with viewers')
  const result = job.kind === 'connect' ? connect(job) : appendSteadily(job)
  result.then(
    (value) => process.send?.(value),
    (error: unknown) => process.send?.({ error: String(error) }),
  )
})
process.on('disconnect', () => process.exit(0))

class WatchedStream {
  readonly channel: string
  readonly server: { url: string }
  readonly latencies: number[] = []
  /** When the first of an append's answer and frame came, by the number of the append. The second one removes it. */
  readonly #waiting = new Map<number, number>()
  #ts = ''
  #appends = 0

  constructor(server: { url: string }, channel: string) {
    this.server = server
    this.channel = channel
  }

  async open(cookie: string, url = this.server.url): Promise<void> {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/feed`, { headers: { cookie, origin: url } })
    const opened = Promise.withResolvers<void>()
    socket.addEventListener('open', () => socket.send('{"type":"hello","protocol":1}'))
    socket.addEventListener('error', opened.reject)
    socket.addEventListener('message', ({ data }) => {
      const head = String(data).slice(0, 200)
      if (head.startsWith('{"type":"welcome"')) socket.send(JSON.stringify({ type: 'open', channel: this.channel }))
      else if (head.startsWith('{"type":"channel"')) opened.resolve()
      else this.#receive(head)
    })
    await opened.promise
    const { channel } = this
    const { text } = await call(this.server, 'chat.startStream', { channel, thread_ts: root, ...recipient })
    this.#ts = textField(JSON.parse(text), 'ts')
  }

  async append(text = 'a few words '): Promise<void> {
    const n = ++this.#appends
    await call(this.server, 'chat.appendStream', { channel: this.channel, ts: this.#ts, markdown_text: text })
    this.#record(n, 1)
  }

  #receive(head: string): void {
    const range = /^{"type":"delta".*?,"ts":"([\d.]+)","from":(\d+),"to":(\d+)/.exec(head)
    if (range?.[1] === this.#ts) for (let n = Number(range[2]); n <= Number(range[3]); n++) this.#record(n, -1)
  }

  /** Called at the answer (1) and at the frame (-1). The second call records the latency, as 0 if the frame came first. */
  #record(n: number, sign: 1 | -1): void {
    const first = this.#waiting.get(n)
    if (first === undefined) return void this.#waiting.set(n, performance.now())
    this.#waiting.delete(n)
    this.latencies.push(Math.max(0, sign * (first - performance.now())))
  }
}

let streams: WatchedStream[] = []

async function connect({
  url,
  feedUrl,
  cookies,
  channels,
}: Extract<StreamsJob, { kind: 'connect' }>): Promise<StreamsResult> {
  streams = channels.map((channel) => new WatchedStream({ url }, channel))
  for (let opened = 0; opened < streams.length; opened += 20) {
    const batch = streams.slice(opened, opened + 20)
    await Promise.all(
      batch.map((stream, index) => stream.open(cookies[(opened + index) % cookies.length] ?? '', feedUrl)),
    )
  }
  return { received: 0, sent: 0, p50: 0, p99: 0 }
}

/** Spreads the appends evenly over each second, without waiting for answers. */
async function appendSteadily({
  rate,
  seconds,
  text,
}: Extract<StreamsJob, { kind: 'append' }>): Promise<StreamsResult> {
  for (const stream of streams) stream.latencies.length = 0
  const startedAt = performance.now()
  const appends: Promise<void>[] = []
  const total = rate * seconds * streams.length
  while (appends.length < total) {
    const due = Math.min(total, Math.floor(((performance.now() - startedAt) / 1000) * rate * streams.length))
    while (appends.length < due) appends.push(streams[appends.length % streams.length]!.append(text))
    await sleep(2)
  }
  await Promise.all(appends)
  const elapsed = (performance.now() - startedAt) / 1000
  await sleep(300)
  const latencies = streams.flatMap((stream) => stream.latencies).toSorted((a, b) => a - b)
  const quantile = (q: number): number => latencies[Math.floor(latencies.length * q)] ?? Number.NaN
  return { received: latencies.length, sent: total / elapsed, p50: quantile(0.5), p99: quantile(0.99) }
}
