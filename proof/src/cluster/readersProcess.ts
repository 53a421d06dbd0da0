import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { endWithThis } from '#load/children'
import type { ExpectedStream } from './readers.ts'

/** How many readers share a process. */
const readersPerProcess = 50

/** What the process of readers is told. */
export type ReadersJob =
  | {
      job: 'read'
      cookie: string
      channels: readonly string[]
      count: number
      seed: number
      origins: readonly string[]
    }
  | { job: 'move'; origins: readonly string[] }
  | { job: 'settle'; streams: [key: string, stream: ExpectedStream][] }

/** What it answers when all have settled. The counts are those from the beginning on. */
export interface ReadersReport {
  faults: string[]
  reconnects: number
  resumed: number
  deltas: number
  losses: Record<string, number>
}

/** Readers in processes of their own, so that what they read delays neither the faults nor the measurements. */
export class ReaderProcesses {
  readonly #children: ChildProcess[]
  #reports: ReadersReport[] = []

  constructor(options: { cookie: string; channels: readonly string[]; count: number; seed: number }) {
    const { count, seed, ...shared } = options
    const processes = Math.ceil(count / readersPerProcess)
    this.#children = Array.from({ length: processes }, (_, i) => {
      const child = endWithThis(fork(join(import.meta.dirname, 'readersJob.ts')))
      const share = Math.floor(count / processes) + (i < count % processes ? 1 : 0)
      this.#tell(child, { job: 'read', ...shared, count: share, seed: seed + i, origins: [] })
      return child
    })
  }

  #tell(child: ChildProcess, job: ReadersJob): void {
    child.send(job)
  }

  /** Where the nodes are from now on. */
  move(origins: readonly string[]): void {
    for (const child of this.#children) if (child.connected) this.#tell(child, { job: 'move', origins })
  }

  /** Waits until all readers have seen these streams. Returns what they did not see, and what they should not have seen. */
  async settle(streams: ReadonlyMap<string, ExpectedStream>): Promise<string[]> {
    this.#reports = await Promise.all(
      this.#children.map(async (child) => {
        this.#tell(child, { job: 'settle', streams: [...streams] })
        const ended = once(child, 'exit').then(() => Promise.reject(new Error('a process of readers has ended')))
        const [report]: ReadersReport[] = await Promise.race([once(child, 'message'), ended])
        if (!report) throw new Error('a process of readers answered nothing')
        return report
      }),
    )
    return this.#reports.flatMap(({ faults }) => faults)
  }

  sum(field: 'reconnects' | 'resumed' | 'deltas'): number {
    return this.#reports.reduce((sum, report) => sum + report[field], 0)
  }

  get losses(): Record<string, number> {
    const sum: Record<string, number> = {}
    for (const { losses } of this.#reports)
      for (const [how, count] of Object.entries(losses)) sum[how] = (sum[how] ?? 0) + count
    return sum
  }

  async stop(): Promise<void> {
    const running = this.#children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
    const exited = running.map((child) => once(child, 'exit'))
    for (const child of this.#children) child.kill('SIGKILL')
    await Promise.all(exited)
  }
}
