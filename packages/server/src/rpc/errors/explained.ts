/** What is known of an error word: always what is wrong; where that is not enough, also what brings it about and what to do. */
export type DeclaredError = string | ExplainedError

export interface ExplainedError {
  wrong: string
  cause: string
  remedy: string
}

export function wrongOf(error: DeclaredError): string {
  return typeof error === 'string' ? error : error.wrong
}
