import { writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

/**
 * Loaded into the server before its own code: measures the delay of its event loop. SIGUSR2 writes the figures since
 * the last signal, in milliseconds, to the file that BENCH_LOOP_DELAY names, and starts over.
 */
const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()
process.on('SIGUSR2', () => {
  const figures = { p50: delay.percentile(50) / 1e6, p99: delay.percentile(99) / 1e6, max: delay.max / 1e6 }
  writeFileSync(process.env['BENCH_LOOP_DELAY'] ?? '/dev/null', JSON.stringify(figures))
  delay.reset()
})
