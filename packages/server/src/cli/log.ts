import { masked } from '#http/masked'

/** A defect with its stack, on standard error, under the id that its caller was given. Never what the call carried. */
export function logDefect(defect: unknown, about: { requestId?: string; where: string }): void {
  const stack = defect instanceof Error ? (defect.stack ?? defect.message) : String(defect)
  const line = { level: 'error', time: new Date().toISOString(), ...about, stack: masked(stack) }
  process.stderr.write(`${JSON.stringify(line)}\n`)
}
