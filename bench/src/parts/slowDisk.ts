import { execFile } from 'node:child_process'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { numberField } from '#measure/untypedFields'
import { BenchProcess } from '#processes/childProcess'
import { isLoadResult, type LoadJob, type LoadResult } from '#processes/loadJob'
import { measureWhenQuiet } from '#measure/whenQuiet'
import { median, type ReportRow } from '#report'
import { startServer, withTemporaryDirectory } from '#servers/server'
import { createAppendRequest, openStreams, stopStreams } from '#servers/streams'

const connections = 64
const syncMs = 3

/** On a disk whose syncs take at least 3 ms, the event loop must not wait for them, and appends not for long. */
export function measureSlowDisk(rounds: number, seconds: number): Promise<ReportRow[]> {
  return withTemporaryDirectory(async (directory) => {
    const data = join(directory, 'slow', 'data')
    await mkdir(data, { recursive: true })
    const figures = join(directory, 'loop.json')
    const generator = new BenchProcess<LoadJob, LoadResult>('loadGenerator.ts', isLoadResult)
    const server = await startServer(data, {
      LD_PRELOAD: await buildShim(directory),
      PROOF_DIRECTORY: data,
      PROOF_SLOW_SYNC_US: String(syncMs * 1000),
      BENCH_LOOP_DELAY: figures,
      NODE_OPTIONS: `--import ${join(import.meta.dirname, '..', 'servers', 'loopDelay.ts')}`,
    })
    const port = Number(new URL(server.url).port)
    const loopReader = new LoopDelayReader(server.pid, figures)
    const measureWindow = async (): Promise<Measurement> => {
      const streams = await openStreams(server, connections)
      const requests = streams.map((ts) => createAppendRequest(server, ts))
      await loopReader.readSinceLast()
      const job = { port, serverPid: server.pid, requests, warmMs: 500, measureMs: seconds * 1000 }
      const result = await generator.run(job)
      const loopDelay = await loopReader.readSinceLast()
      await stopStreams(server, streams)
      return { ...result, loopDelay }
    }
    // A warm-up, until the engine has compiled the hot code.
    await measureWindow()
    const results: Measurement[] = []
    for (let round = 0; round < rounds; round++) results.push(await measureWhenQuiet(measureWindow))
    generator.stop()
    await server.stop()
    const p99 = median(results.map((result) => result.p99))
    const loopDelay = median(results.map((result) => result.loopDelay))
    return [
      {
        what: `p99 of an append when a sync takes ${syncMs} ms`,
        figure: `${p99.toFixed(1)} ms`,
        goal: { atMost: 12, unit: ' ms', value: p99 },
      },
      {
        what: 'p99 of the event loop delay meanwhile',
        figure: `${loopDelay.toFixed(1)} ms, of which 1 ms is the clock`,
        goal: { atMost: 3, unit: ' ms', value: loopDelay },
      },
    ]
  })
}

interface Measurement extends LoadResult {
  /** p99 of the event loop delay during the window, in milliseconds. */
  loopDelay: number
}

/** Reads the figures of `loopDelay.ts` inside the server. */
class LoopDelayReader {
  readonly #pid: number
  readonly #file: string

  constructor(pid: number, file: string) {
    this.#pid = pid
    this.#file = file
  }

  /** The p99 since the last call, in milliseconds. */
  async readSinceLast(): Promise<number> {
    await rm(this.#file, { force: true })
    process.kill(this.#pid, 'SIGUSR2')
    for (;;) {
      const text = await readFile(this.#file, 'utf8').catch(() => '')
      if (text.endsWith('}')) return numberField(JSON.parse(text), 'p99')
      await sleep(5)
    }
  }
}

/** Compiles the shim of the proofs, which makes syncs slow. Needs Linux and gcc. */
async function buildShim(directory: string): Promise<string> {
  const library = join(directory, 'slow.so')
  const source = join(import.meta.dirname, '..', '..', '..', 'proof', 'shim', 'powercut.c')
  await promisify(execFile)('gcc', ['-O1', '-shared', '-fPIC', '-o', library, source, '-ldl', '-lpthread'])
  return library
}
