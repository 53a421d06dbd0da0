import { writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

/**
 * Loaded into the server before its own code: how late its event loop comes round. SIGUSR2 begins anew; at the
 * end the figures, in milliseconds, go into the file that BENCH_LOOP_DELAY names.
 */
const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()
process.on('SIGUSR2', () => delay.reset())
process.on('exit', () => {
  const figures = { p50: delay.percentile(50) / 1e6, p99: delay.percentile(99) / 1e6, max: delay.max / 1e6 }
  writeFileSync(process.env['BENCH_LOOP_DELAY'] ?? '/dev/null', JSON.stringify(figures))
})
