import { execFile } from 'node:child_process'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { numberField } from './fields.ts'
import { Helper } from './helper.ts'
import { isLoadResult, type LoadJob, type LoadResult } from './loadJob.ts'
import { median, type Row } from './report.ts'
import { startServer, withHome } from './server.ts'
import { appendRequest, openStreams, stopStreams } from './streams.ts'

const writers = 64
const slowerMs = 3

/** A disk whose every sync takes 3 ms longer: the event loop must not wait for it, nor appends for long. */
export function slowDisk(rounds: number, seconds: number): Promise<Row[]> {
  return withHome(async (home) => {
    const data = join(home, 'slow', 'data')
    await mkdir(data, { recursive: true })
    const figures = join(home, 'loop.json')
    const generator = new Helper<LoadJob, LoadResult>('load.ts', isLoadResult)
    const server = await startServer(data, {
      LD_PRELOAD: await buildShim(home),
      PROOF_DIRECTORY: data,
      PROOF_SLOW_SYNC_US: String(slowerMs * 1000),
      BENCH_LOOP_DELAY: figures,
      NODE_OPTIONS: `--import ${join(import.meta.dirname, 'loopDelay.ts')}`,
    })
    const port = Number(new URL(server.url).port)
    const results: LoadResult[] = []
    for (let round = 0; round <= rounds; round++) {
      const streams = await openStreams(server, writers)
      const requests = streams.map((ts) => appendRequest(server, ts))
      // Both begin to count when the engine has compiled what is hot.
      if (round === 1) process.kill(server.pid, 'SIGUSR2')
      const job = { port, pid: server.pid, requests, warmMs: 500, measureMs: seconds * 1000 }
      const result = await generator.ask(job)
      if (round > 0) results.push(result)
      await stopStreams(server, streams)
    }
    generator.end()
    await server.stop()
    const loop: unknown = JSON.parse(await readFile(figures, 'utf8'))
    const p99 = median(results.map((result) => result.p99))
    const late = numberField(loop, 'p99')
    return [
      {
        what: `p99 of an append where a sync takes ${slowerMs} ms longer`,
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

/** The shim of the proofs: it makes syncs slow. Linux and gcc. */
async function buildShim(home: string): Promise<string> {
  const library = join(home, 'slow.so')
  const source = join(import.meta.dirname, '..', '..', 'proof', 'shim', 'powercut.c')
  await promisify(execFile)('gcc', ['-O1', '-shared', '-fPIC', '-o', library, source, '-ldl', '-lpthread'])
  return library
}
