import type { ChildProcess } from 'node:child_process'

const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** Sees to it that a process ends with this one at the latest, however this one ends. */
export function endWithThis<T extends ChildProcess>(child: T): T {
  running.add(child)
  child.on('exit', () => running.delete(child))
  return child
}
