/** What was found where something was looked at, and what to do if it is not as it should be. */
export interface Check {
  /** What was looked at, in one or two words. */
  name: string
  state: 'ok' | 'warning' | 'failed' | 'skipped'
  found: string
  todo?: string
}

export function ok(name: string, found: string): Check {
  return { name, state: 'ok', found }
}

export function warning(name: string, found: string, todo: string): Check {
  return { name, state: 'warning', found, todo }
}

export function failed(name: string, found: string, todo: string): Check {
  return { name, state: 'failed', found, todo }
}

export function skipped(name: string, found: string): Check {
  return { name, state: 'skipped', found }
}

/** The end of a sentence that says why something failed. */
export function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  if (code === 'ECONNREFUSED') return 'the connection was refused'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'the name has no address'
  if (cause instanceof Error && cause.name === 'TimeoutError') return 'it did not answer in time'
  return cause instanceof Error ? cause.message || code : String(cause)
}
