import type { Caller } from '#domain/access/caller'
import type { JournaledFault } from '#http/development/faults/fault'
import type { Hint } from '#http/development/hints/hint'
import type { Method } from '#rpc/method'
import type { Envelope } from './envelope.ts'

/** One call of the Web API, filled in step by step while it is served; the journal keeps it afterwards. */
export interface ServedCall {
  /** What the address names, whether or not there is such a method. */
  name: string
  /** What follows the question mark of the address. */
  query: string
  method: Method | undefined
  caller: Caller | undefined
  /** The token that it was made with, whether or not that is valid. Nobody is shown it. */
  token: string | undefined
  /** Where it came from. */
  address: string
  /** The number of the journal's entry that it repeats. */
  replays: number | undefined
  args: Record<string, unknown> | undefined
  bodyBytes: number
  envelope: Envelope
  /** The answer, JSON. */
  answer: string
  /** An injected fault that the answer meets, or that was done after the call. */
  fault: JournaledFault | undefined
  /** In development: what would fail or surprise on the public service. */
  hints: readonly Hint[]
  status: number
  tookMs: number
}

const noHints: readonly Hint[] = []

export function newServedCall(name: string, query: string, method: Method | undefined, requestId: string): ServedCall {
  return {
    name,
    query,
    method,
    caller: undefined,
    token: undefined,
    address: '',
    replays: undefined,
    args: undefined,
    bodyBytes: 0,
    envelope: { requestId, warnings: [], scopes: undefined, acceptedScopes: undefined, close: false },
    answer: '{"ok":true}',
    fault: undefined,
    hints: noHints,
    status: 200,
    tookMs: 0,
  }
}
