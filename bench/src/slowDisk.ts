import { execFile } from 'node:child_process'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { numberField } from './fields.ts'
import { Helper } from './helper.ts'
import { isLoadResult, type LoadJob, type LoadResult } from './loadJob.ts'
import { quietly } from './quietly.ts'
import { median, type Row } from './report.ts'
import { startServer, withHome } from './server.ts'
import { appendRequest, openStreams, stopStreams } from './streams.ts'

const writers = 64
const slowMs = 3

/** A disk whose every sync takes 3 ms at least: the event loop must not wait for it, nor appends for long. */
export function slowDisk(rounds: number, seconds: number): Promise<Row[]> {
  return withHome(async (home) => {
    const data = join(home, 'slow', 'data')
    await mkdir(data, { recursive: true })
    const figures = join(home, 'loop.json')
    const generator = new Helper<LoadJob, LoadResult>('load.ts', isLoadResult)
    const server = await startServer(data, {
      LD_PRELOAD: await buildShim(home),
      PROOF_DIRECTORY: data,
      PROOF_SLOW_SYNC_US: String(slowMs * 1000),
      BENCH_LOOP_DELAY: figures,
      NODE_OPTIONS: `--import ${join(import.meta.dirname, 'loopDelay.ts')}`,
    })
    const port = Number(new URL(server.url).port)
    const loop = new LoopFigures(server.pid, figures)
    const window = async (): Promise<Measured> => {
      const streams = await openStreams(server, writers)
      const requests = streams.map((ts) => appendRequest(server, ts))
      await loop.since()
      const job = { port, pid: server.pid, requests, warmMs: 500, measureMs: seconds * 1000 }
      const result = await generator.ask(job)
      const late = await loop.since()
      await stopStreams(server, streams)
      return { ...result, late }
    }
    // Until the engine has compiled what is hot.
    await window()
    const results: Measured[] = []
    for (let round = 0; round < rounds; round++) results.push(await quietly(window))
    generator.end()
    await server.stop()
    const p99 = median(results.map((result) => result.p99))
    const late = median(results.map((result) => result.late))
    return [
      {
        what: `p99 of an append where a sync takes ${slowMs} ms`,
        figure: `${p99.toFixed(1)} ms`,
        goal: { most: 12, unit: ' ms', value: p99 },
      },
      {
        what: 'p99 of how late the event loop comes round meanwhile',
        figure: `${late.toFixed(1)} ms, 1 ms of it the clock`,
        goal: { most: 3, unit: ' ms', value: late },
      },
    ]
  })
}

interface Measured extends LoadResult {
  /** p99 of how late the loop came round meanwhile, in milliseconds. */
  late: number
}

/** What `loopDelay.ts` tells inside the server. */
class LoopFigures {
  readonly #pid: number
  readonly #file: string

  constructor(pid: number, file: string) {
    this.#pid = pid
    this.#file = file
  }

  /** Of the time since this was asked last. */
  async since(): Promise<number> {
    await rm(this.#file, { force: true })
    process.kill(this.#pid, 'SIGUSR2')
    for (;;) {
      const text = await readFile(this.#file, 'utf8').catch(() => '')
      if (text.endsWith('}')) return numberField(JSON.parse(text), 'p99')
      await sleep(5)
    }
  }
}

/** The shim of the proofs: it makes syncs slow. Linux and gcc. */
async function buildShim(home: string): Promise<string> {
  const library = join(home, 'slow.so')
  const source = join(import.meta.dirname, '..', '..', 'proof', 'shim', 'powercut.c')
  await promisify(execFile)('gcc', ['-O1', '-shared', '-fPIC', '-o', library, source, '-ldl', '-lpthread'])
  return library
}
