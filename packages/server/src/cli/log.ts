/** A defect with its stack, on standard error, under the id that its caller was given. Never what the call carried. */
export function logDefect(defect: unknown, about: { requestId?: string; where: string }): void {
  const stack = defect instanceof Error ? (defect.stack ?? defect.message) : String(defect)
  const line = { level: 'error', time: new Date().toISOString(), ...about, stack: masked(stack) }
  process.stderr.write(`${JSON.stringify(line)}\n`)
}

/** A token in a message of somebody else's code. */
function masked(text: string): string {
  return text.replace(/\bx(?:ox[a-z]|app)[.-][\w.-]+/g, '[token]')
}
