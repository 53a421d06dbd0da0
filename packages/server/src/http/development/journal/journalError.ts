/** What an entry of the journal says about how it went. */
type Outcome =
  | { kind: 'call'; ok: boolean; status: number; error?: string | undefined; fault?: string | undefined }
  | { kind: 'delivery' | 'interaction'; outcome: string }
  | { kind: 'act' }

const good = ['sent', 'acknowledged', 'answered']

/**
 * The word for what went wrong in an entry: an error code, a status, how a delivery failed, or the fault that a test
 * injected into a call that worked. Undefined if all went well. The inspector imports this as `rivulet/journalError`.
 */
export function errorIn(entry: Outcome): string | undefined {
  switch (entry.kind) {
    case 'call':
      return entry.ok ? entry.fault : (entry.error ?? String(entry.status))
    case 'delivery':
    case 'interaction':
      return good.includes(entry.outcome) ? undefined : entry.outcome
    case 'act':
      return undefined
  }
}
