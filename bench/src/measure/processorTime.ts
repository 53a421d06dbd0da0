import { readdirSync, readFileSync } from 'node:fs'

/** Processor time of all threads of a process so far, in microseconds, with nanosecond precision. */
export function readProcessorTime(pid: number): number {
  let nanoseconds = 0
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    nanoseconds += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'latin1').split(' ')[0])
  }
  return nanoseconds / 1000
}

/** Resident memory of a process, in KiB. */
export function readMemory(pid: number): number {
  const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))
  if (!line) throw new Error(`no VmRSS of ${pid}`)
  return Number(line[1])
}

/** Processor time of the whole machine so far, in microseconds. */
export function readMachineTime(): number {
  const [user, nice, system, , , irq, softirq, steal] = (readFileSync('/proc/stat', 'latin1').split('\n')[0] ?? '')
    .split(/\s+/)
    .slice(1)
    .map(Number)
  const ticks = [user, nice, system, irq, softirq, steal].reduce((sum: number, part) => sum + (part ?? 0), 0)
  return ticks * 10_000
}
