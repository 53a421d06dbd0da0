/** Commands that run a server. What they print first says that it is ready, so they print no failure. */
export const servers: ReadonlySet<string> = new Set(['dev', 'serve'])

/** The JSON of a failure, for scripts that have asked for JSON. */
export function printFailure(code: number, message: string, error = code === 2 ? 'wrong_usage' : 'failed'): void {
  if (isJsonWanted()) process.stdout.write(`${JSON.stringify({ ok: false, error, message })}\n`)
}

/** Commander has not read the flags yet where they are wrong. */
function isJsonWanted(): boolean {
  const [, , ...words] = process.argv
  if (servers.has(words[0] ?? '')) return false
  const end = words.indexOf('--')
  return words.slice(0, end === -1 ? undefined : end).includes('--json')
}
