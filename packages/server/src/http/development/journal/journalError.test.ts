import { expect, test } from 'vitest'
import { errorIn } from './journalError.ts'

test.each([
  [{ kind: 'call', ok: true, status: 200 }, undefined],
  [{ kind: 'call', ok: false, status: 200, error: 'is_archived' }, 'is_archived'],
  [{ kind: 'call', ok: false, status: 503 }, '503'],
  [{ kind: 'call', ok: true, status: 200, fault: 'lost' }, 'lost'],
  [{ kind: 'call', ok: false, status: 200, error: 'is_archived', fault: 'lost' }, 'is_archived'],
  [{ kind: 'delivery', outcome: 'sent' }, undefined],
  [{ kind: 'delivery', outcome: 'acknowledged' }, undefined],
  [{ kind: 'delivery', outcome: 'given_up' }, 'given_up'],
  [{ kind: 'interaction', outcome: 'answered' }, undefined],
  [{ kind: 'interaction', outcome: 'operation_timeout' }, 'operation_timeout'],
  [{ kind: 'act' }, undefined],
] as const)('what went wrong in %j is %s', (entry, error) => {
  expect(errorIn(entry)).toBe(error)
})
