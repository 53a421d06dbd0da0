/**
 * How much processor time this thread has used, milliseconds. A test measures with it, because a clock also counts the time
 * in which other processes had the processor.
 */
export function processorTime(): number {
  // Without it, Linux tells the time of the thread as of the last tick, up to 4 ms ago.
  process.cpuUsage()
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
