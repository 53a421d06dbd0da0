import { maskTokens } from '#http/api/secrets'

/** Logs an error to standard error, with its stack and the caller's request id. Never logs what a call contained. */
export function logUnexpectedError(error: unknown, context: { requestId?: string; where: string }): void {
  const line = { level: 'error', time: new Date().toISOString(), ...context, stack: maskTokens(stackOf(error)) }
  process.stderr.write(`${JSON.stringify(line)}\n`)
}

function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const stack = error.stack ?? error.message
  return error.cause === undefined ? stack : `${stack}\nCaused by: ${stackOf(error.cause)}`
}
