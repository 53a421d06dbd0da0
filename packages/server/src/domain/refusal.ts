/**
 * A call that is refused for a reason its caller can understand: a word of the API, and one plain
 * sentence that says what is wrong, with what. Anything else that is thrown is a defect.
 */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: string
  readonly detail: string | undefined
  readonly more: RefusalDetails

  constructor(code: string, detail?: string, more: RefusalDetails = {}) {
    super(detail ? `${code}: ${detail}` : code)
    this.code = code
    this.detail = detail
    this.more = more
  }
}

export interface RefusalDetails {
  /** Lines for `response_metadata.messages`, without the `[ERROR] ` in front. */
  messages?: string[]
  /** At the top: the same lines once more for `invalid_blocks`, or each fault or person as an object. */
  errors?: readonly (string | object)[]
  /** For `missing_scope`. */
  needed?: string
  provided?: string
  /** For api.test: what it was given. */
  args?: object
  /** For `unknown_method`: what was asked for. */
  method?: string
  /** For `ratelimited`: seconds until a call would pass. */
  retryAfter?: number
}
