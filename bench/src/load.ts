import net from 'node:net'
import { cpuOf, cpuOfAll } from './processes.ts'
import { type LoadJob, type LoadResult, isLoadJob } from './loadJob.ts'

/**
 * The load generator, a process of its own: each connection sends its one request again and again, the next
 * when the last was answered. It does as little as it can, so that the server is what is measured.
 */
process.on('message', (job: unknown) => {
  if (!isLoadJob(job)) throw new Error('not a job for the load generator')
  run(job).then(
    (result) => process.send?.(result),
    (error: unknown) => process.send?.({ error: String(error) }),
  )
})

const ok = Buffer.from('"ok":true')
const headEnd = Buffer.from('\r\n\r\n')

async function run(job: LoadJob): Promise<LoadResult> {
  const latencies: number[] = []
  let measuring = false
  let going = true
  let total = 0
  const connections = job.requests.map((request) => new Connection(job.port, Buffer.from(request)))
  await Promise.all(connections.map((connection) => connection.ready))

  const repeat = async (connection: Connection): Promise<void> => {
    for (let sent = 0; going && sent < (job.each ?? Infinity); sent++) {
      const started = performance.now()
      await connection.send()
      total++
      if (measuring) latencies.push(performance.now() - started)
    }
  }
  const besideNow = (): number => (job.beside ?? []).reduce((sum, pid) => sum + cpuOf(pid), 0)
  const window = { cpu: 0, own: 0, beside: 0, all: 0, at: 0 }
  const open = (): void => {
    measuring = true
    Object.assign(window, { cpu: cpuOf(job.pid), own: cpuOf(process.pid), beside: besideNow(), all: cpuOfAll() })
    window.at = performance.now()
  }

  if (job.each !== undefined) open()
  const all = Promise.all(connections.map(repeat))
  if (job.each === undefined) {
    await new Promise((resolve) => setTimeout(resolve, job.warmMs))
    open()
    await Promise.race([all, new Promise((resolve) => setTimeout(resolve, job.measureMs))])
  } else await all

  const seconds = (performance.now() - window.at) / 1000
  const cpu = cpuOf(job.pid) - window.cpu
  const own = cpuOf(process.pid) - window.own
  const elsewhere = cpuOfAll() - window.all - cpu - own - (besideNow() - window.beside)
  measuring = going = false
  const requests = latencies.length
  await all
  for (const connection of connections) connection.close()
  latencies.sort((a, b) => a - b)
  const quantile = (q: number): number => latencies[Math.floor(latencies.length * q)] ?? Number.NaN
  return {
    requests,
    total,
    seconds,
    cpuPerRequest: cpu / requests,
    busy: own / 1e6 / seconds,
    elsewhere: Math.max(0, elsewhere) / 1e6 / seconds,
    p50: quantile(0.5),
    p99: quantile(0.99),
  }
}

class Connection {
  readonly ready: Promise<void>
  readonly #socket: net.Socket
  readonly #request: Buffer
  #held: Buffer | undefined
  #answered: ((error?: Error) => void) | undefined

  constructor(port: number, request: Buffer) {
    this.#request = request
    this.#socket = net.connect({ port, host: '127.0.0.1', noDelay: true })
    this.ready = new Promise((resolve, reject) => {
      this.#socket.on('connect', resolve)
      this.#socket.on('error', reject)
    })
    this.#socket.on('data', (part: Buffer) => this.#take(part))
    this.#socket.on('close', () => this.#answered?.(new Error('the server closed a connection')))
  }

  send(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#answered = (error) => (error ? reject(error) : resolve())
      this.#socket.write(this.#request)
    })
  }

  #take(part: Buffer): void {
    const bytes = this.#held ? Buffer.concat([this.#held, part]) : part
    this.#held = bytes
    const end = bytes.indexOf(headEnd)
    if (end < 0) return
    const length = /content-length: (\d+)/i.exec(bytes.toString('latin1', 0, end))
    if (bytes.length < end + 4 + Number(length?.[1])) return
    this.#held = undefined
    const good = bytes.indexOf(ok, end) >= 0
    this.#answered?.(good ? undefined : new Error(`the server answered ${bytes.toString()}`))
  }

  close(): void {
    this.#answered = undefined
    this.#socket.destroy()
  }
}
