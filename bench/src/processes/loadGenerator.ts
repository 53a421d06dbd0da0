import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { readProcessorTime, readMachineTime } from '#measure/processorTime'
import { type LoadJob, type LoadResult, isLoadJob } from './loadJob.ts'

/**
 * The load generator, a process of its own. Each connection repeats one request, always after the answer to the last: at
 * once, or at the next of the moments at which all send one.
 * It does as little as possible, so that the figures are those of the server.
 */
process.on('message', (job: unknown) => {
  if (!isLoadJob(job)) throw new Error('not a job for the load generator')
  run(job).then(
    (result) => process.send?.(result),
    (error: unknown) => process.send?.({ error: String(error) }),
  )
})

const okField = Buffer.from('"ok":true')
const endOfHeaders = Buffer.from('\r\n\r\n')

async function run(job: LoadJob): Promise<LoadResult> {
  const latencies: number[] = []
  let measuring = false
  let running = true
  let total = 0
  const connections = job.requests.map((request) => new Connection(job.port, Buffer.from(request)))
  await Promise.all(connections.map((connection) => connection.ready))

  const begun = performance.now()
  const nextMoment = async (everyMs: number): Promise<void> => {
    await sleep(everyMs - ((performance.now() - begun) % everyMs))
  }
  const repeat = async (connection: Connection): Promise<void> => {
    for (let sent = 0; running && sent < (job.requestsPerConnection ?? Infinity); sent++) {
      if (job.everyMs !== undefined) await nextMoment(job.everyMs)
      const started = performance.now()
      await connection.send()
      total++
      if (measuring) latencies.push(performance.now() - started)
    }
  }
  const readOtherProcesses = (): number => (job.otherPids ?? []).reduce((sum, pid) => sum + readProcessorTime(pid), 0)
  const start = { server: 0, own: 0, others: 0, machine: 0, at: 0 }
  const startWindow = (): void => {
    measuring = true
    Object.assign(start, {
      server: readProcessorTime(job.serverPid),
      own: readProcessorTime(process.pid),
      others: readOtherProcesses(),
      machine: readMachineTime(),
    })
    start.at = performance.now()
  }

  if (job.requestsPerConnection !== undefined) startWindow()
  const allConnections = Promise.all(connections.map(repeat))
  if (job.requestsPerConnection === undefined) {
    await new Promise((resolve) => setTimeout(resolve, job.warmMs))
    startWindow()
    await Promise.race([allConnections, new Promise((resolve) => setTimeout(resolve, job.measureMs))])
  } else await allConnections

  const seconds = (performance.now() - start.at) / 1000
  const cpu = readProcessorTime(job.serverPid) - start.server
  const own = readProcessorTime(process.pid) - start.own
  const otherLoad = readMachineTime() - start.machine - cpu - own - (readOtherProcesses() - start.others)
  measuring = running = false
  const requests = latencies.length
  await allConnections
  for (const connection of connections) connection.close()
  latencies.sort((a, b) => a - b)
  const quantile = (q: number): number => latencies[Math.floor(latencies.length * q)] ?? Number.NaN
  return {
    requests,
    total,
    seconds,
    cpuPerRequest: cpu / requests,
    generatorLoad: own / 1e6 / seconds,
    otherLoad: Math.max(0, otherLoad) / 1e6 / seconds,
    p50: quantile(0.5),
    p99: quantile(0.99),
  }
}

class Connection {
  readonly ready: Promise<void>
  readonly #socket: net.Socket
  readonly #request: Buffer
  #partialAnswer: Buffer | undefined
  #onAnswer: ((error?: Error) => void) | undefined

  constructor(port: number, request: Buffer) {
    this.#request = request
    this.#socket = net.connect({ port, host: '127.0.0.1', noDelay: true })
    this.ready = new Promise((resolve, reject) => {
      this.#socket.on('connect', resolve)
      this.#socket.on('error', reject)
    })
    this.#socket.on('data', (part: Buffer) => this.#receive(part))
    this.#socket.on('close', () => this.#onAnswer?.(new Error('the server closed a connection')))
  }

  send(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#onAnswer = (error) => (error ? reject(error) : resolve())
      this.#socket.write(this.#request)
    })
  }

  #receive(part: Buffer): void {
    const bytes = this.#partialAnswer ? Buffer.concat([this.#partialAnswer, part]) : part
    this.#partialAnswer = bytes
    const end = bytes.indexOf(endOfHeaders)
    if (end < 0) return
    const length = /content-length: (\d+)/i.exec(bytes.toString('latin1', 0, end))
    if (bytes.length < end + 4 + Number(length?.[1])) return
    this.#partialAnswer = undefined
    const isOk = bytes.indexOf(okField, end) >= 0
    this.#onAnswer?.(isOk ? undefined : new Error(`the server answered ${bytes.toString()}`))
  }

  close(): void {
    this.#onAnswer = undefined
    this.#socket.destroy()
  }
}
