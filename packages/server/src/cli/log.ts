import { masked } from '#http/api/secretNames'

/** A defect with its stack, on standard error, under the id that its caller was given. Never what the call carried. */
export function logDefect(defect: unknown, about: { requestId?: string; where: string }): void {
  const line = { level: 'error', time: new Date().toISOString(), ...about, stack: masked(stackOf(defect)) }
  process.stderr.write(`${JSON.stringify(line)}\n`)
}

function stackOf(defect: unknown): string {
  if (!(defect instanceof Error)) return String(defect)
  const stack = defect.stack ?? defect.message
  return defect.cause === undefined ? stack : `${stack}\nCaused by: ${stackOf(defect.cause)}`
}
