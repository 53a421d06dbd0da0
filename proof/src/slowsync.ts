import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from './client.ts'
import { numberField, textField } from './fields.ts'
import { startServer } from './server.ts'
import { buildShim } from './shim.ts'
import { places, token } from './workspace.ts'

export interface SlowsyncReport {
  proof: 'slowsync'
  /** What each sync takes longer, in milliseconds, as are all figures. */
  slower: number
  writers: number
  appendsPerSecond: number
  p50: number
  p99: number
  loopP50: number
  loopP99: number
  held: boolean
}

const slower = 3
const writers = 64
const warmMs = 1500
const atMost = { p99: 12, loopP99: 3 }

/** A disk whose every sync takes 3 ms longer: the event loop must not wait for it, and appends not for long. */
export async function slowsync(seconds: number): Promise<SlowsyncReport> {
  const home = await mkdtemp(join(tmpdir(), 'rivulet-slowsync-'))
  try {
    await mkdir(join(home, 'data'))
    const figures = join(home, 'loop.json')
    const server = await startServer(home, {
      LD_PRELOAD: await buildShim(home),
      PROOF_DIRECTORY: join(home, 'data'),
      PROOF_SLOW_SYNC_US: String(slower * 1000),
      PROOF_LOOP_DELAY: figures,
      NODE_OPTIONS: `--import ${join(import.meta.dirname, 'loopDelay.ts')}`,
    })
    const latencies = await append(server.api, seconds, () => server.signal('SIGUSR2'))
    server.signal('SIGTERM')
    await server.exited
    const loop: unknown = JSON.parse(await readFile(figures, 'utf8'))
    latencies.sort((a, b) => a - b)
    const quantile = (q: number): number => round(latencies[Math.floor(latencies.length * q)] ?? Number.NaN)
    const report: SlowsyncReport = {
      proof: 'slowsync',
      slower,
      writers,
      appendsPerSecond: Math.round(latencies.length / seconds),
      p50: quantile(0.5),
      p99: quantile(0.99),
      loopP50: round(numberField(loop, 'p50')),
      loopP99: round(numberField(loop, 'p99')),
      held: false,
    }
    report.held = report.p99 <= atMost.p99 && report.loopP99 <= atMost.loopP99
    return report
  } finally {
    await rm(home, { recursive: true })
  }
}

/** Each writer appends to a stream of its own, the next delta when the last was acknowledged. */
async function append(api: string, seconds: number, onMeasuring: () => void): Promise<number[]> {
  const client = new Client(api, token)
  const latencies: number[] = []
  let measuring = false
  let going = true
  const all = Array.from({ length: writers }, async (_, index) => {
    const place = places[index % places.length]
    if (!place) throw new Error('there is no place to write to')
    const { channel, root, recipient } = place
    const started = await client.must('chat.startStream', { channel, thread_ts: root, ...recipient })
    const ts = textField(started, 'ts')
    while (going) {
      const since = performance.now()
      await client.must('chat.appendStream', { channel, ts, markdown_text: 'some more words ' })
      if (measuring) latencies.push(performance.now() - since)
    }
  })
  await sleep(warmMs)
  onMeasuring()
  measuring = true
  await sleep(seconds * 1000)
  measuring = going = false
  await Promise.all(all)
  client.close()
  return latencies
}

function round(milliseconds: number): number {
  return Math.round(milliseconds * 100) / 100
}
