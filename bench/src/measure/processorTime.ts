import { readdirSync, readFileSync } from 'node:fs'

/** Processor time of all threads of a process so far, in microseconds, with nanosecond precision. */
export function readProcessorTime(pid: number): number {
  let nanoseconds = 0
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    nanoseconds += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'latin1').split(' ')[0])
  }
  return nanoseconds / 1000
}

/** The processes on this machine that say this of themselves. */
export function findProcesses(title: RegExp): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && title.test(readTitle(pid)))
}

function readTitle(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return '' // it has ended
  }
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
