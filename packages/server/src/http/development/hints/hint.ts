/** What works here, and would fail or surprise on the public service. */
export interface Hint {
  code: string
  /** What it is about in this call, as a sentence. */
  detail: string
}
