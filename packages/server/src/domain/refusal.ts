import type { Tx } from '#store/db'

/**
 * An expected error: a code of the API, and one plain sentence that says what is wrong with what. Anything else that is thrown is an unexpected error.
 */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: string
  readonly detail: string | undefined
  readonly extra: RefusalDetails
  /** What the refusal brings about. It is written although the call itself writes nothing. */
  consequence: ((tx: Tx) => Promise<unknown>) | undefined

  constructor(code: string, detail?: string, extra: RefusalDetails = {}) {
    super(detail ? `${code}: ${detail}` : code)
    this.code = code
    this.detail = detail
    this.extra = extra
  }
}

/** Lets a promise that was refused be undefined: `.catch(ignoreRefusal)`. Any other error passes on. */
export function ignoreRefusal(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error
}

export interface RefusalDetails {
  /** Lines for `response_metadata.messages`, without the `[ERROR] ` in front. */
  messages?: string[]
  /** The top-level `errors`: the same lines again for `invalid_blocks`, or one object for each fault or person. */
  errors?: readonly (string | object)[]
  /** For `missing_scope`. */
  needed?: string
  provided?: string
  /** For api.test: the arguments it was given. */
  args?: object
  /** For `unknown_method`: the name that was called. */
  method?: string
  /** For `ratelimited`: seconds until a call would pass. */
  retryAfter?: number
}
