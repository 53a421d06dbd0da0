import { setTimeout as sleep } from 'node:timers/promises'
import { call } from './client.ts'
import { textField } from './fields.ts'
import { isPairsJob, type PairsJob, type PairsResult } from './pairsJob.ts'
import { recipient, root } from './workspace.ts'

/** Streams and their viewers in one process, so that one clock tells when an append was answered and when it was seen. */
process.on('message', (job: unknown) => {
  if (!isPairsJob(job)) throw new Error('not a job for pairs')
  const doing = job.kind === 'connect' ? connect(job.url, job.cookies, job.channels) : grow(job)
  doing.then(
    (result) => process.send?.(result),
    (error: unknown) => process.send?.({ error: String(error) }),
  )
})
process.on('disconnect', () => process.exit(0))

class Pair {
  readonly channel: string
  readonly server: { url: string }
  readonly latencies: number[] = []
  /** When the append of each number was answered, until it has been seen; or seen, until it was answered. */
  readonly #waiting = new Map<number, number>()
  #ts = ''
  #n = 0

  constructor(server: { url: string }, channel: string) {
    this.server = server
    this.channel = channel
  }

  async open(cookie: string): Promise<void> {
    const { url } = this.server
    const socket = new WebSocket(`${url.replace('http', 'ws')}/feed`, { headers: { cookie, origin: url } })
    const opened = Promise.withResolvers<void>()
    socket.addEventListener('open', () => socket.send('{"type":"hello","protocol":1}'))
    socket.addEventListener('error', opened.reject)
    socket.addEventListener('message', ({ data }) => {
      const head = String(data).slice(0, 200)
      if (head.startsWith('{"type":"welcome"')) socket.send(JSON.stringify({ type: 'open', channel: this.channel }))
      else if (head.startsWith('{"type":"channel"')) opened.resolve()
      else this.#see(head)
    })
    await opened.promise
    const { channel } = this
    const { text } = await call(this.server, 'chat.startStream', { channel, thread_ts: root, ...recipient })
    this.#ts = textField(JSON.parse(text), 'ts')
  }

  async append(text = 'a few words '): Promise<void> {
    const n = ++this.#n
    await call(this.server, 'chat.appendStream', { channel: this.channel, ts: this.#ts, markdown_text: text })
    this.#met(n, 1)
  }

  #see(head: string): void {
    const range = /^{"type":"delta".*?,"ts":"([\d.]+)","from":(\d+),"to":(\d+)/.exec(head)
    if (range?.[1] === this.#ts) for (let n = Number(range[2]); n <= Number(range[3]); n++) this.#met(n, -1)
  }

  /** The second of the two, answer and frame, tells what lay between them: below zero where the frame was first. */
  #met(n: number, sign: 1 | -1): void {
    const other = this.#waiting.get(n)
    if (other === undefined) return void this.#waiting.set(n, performance.now())
    this.#waiting.delete(n)
    this.latencies.push(Math.max(0, sign * (other - performance.now())))
  }
}

let pairs: Pair[] = []

async function connect(url: string, cookies: string[], channels: string[]): Promise<PairsResult> {
  pairs = channels.map((channel) => new Pair({ url }, channel))
  for (let begun = 0; begun < pairs.length; begun += 20) {
    const some = pairs.slice(begun, begun + 20)
    await Promise.all(some.map((pair, index) => pair.open(cookies[(begun + index) % cookies.length] ?? '')))
  }
  return { received: 0, sent: 0, p50: 0, p99: 0 }
}

/** Spread evenly over each second, whether or not the one before was answered. */
async function grow({ rate, seconds, text }: Extract<PairsJob, { kind: 'grow' }>): Promise<PairsResult> {
  for (const pair of pairs) pair.latencies.length = 0
  const began = performance.now()
  const all: Promise<void>[] = []
  const wanted = rate * seconds * pairs.length
  while (all.length < wanted) {
    const due = Math.min(wanted, Math.floor(((performance.now() - began) / 1000) * rate * pairs.length))
    while (all.length < due) all.push(pairs[all.length % pairs.length]!.append(text))
    await sleep(2)
  }
  await Promise.all(all)
  const took = (performance.now() - began) / 1000
  await sleep(300)
  const latencies = pairs.flatMap((pair) => pair.latencies).toSorted((a, b) => a - b)
  const quantile = (q: number): number => latencies[Math.floor(latencies.length * q)] ?? Number.NaN
  return { received: latencies.length, sent: wanted / took, p50: quantile(0.5), p99: quantile(0.99) }
}
