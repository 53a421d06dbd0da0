/** The declaration of an error: one sentence that says what is wrong, or that with its cause and remedy. */
export type DeclaredError = string | ExplainedError

export interface ExplainedError {
  wrong: string
  cause: string
  remedy: string
}

/** The sentence that says what is wrong. */
export function wrongOf(error: DeclaredError): string {
  return typeof error === 'string' ? error : error.wrong
}
