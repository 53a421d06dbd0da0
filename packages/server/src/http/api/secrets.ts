/** A token. In JSON, also in JSON within a text, what stands before it may be `\n`, whose last letter would belong to its word. */
const token = /(?:\b|(?<=\\[bfnrt]|\\u[\da-fA-F]{4}))x(?:ox[a-z]|app)[.-][\w.-]+/g

/** Replaces the tokens in a text or in JSON, for journals and logs. */
export function maskTokens(text: string): string {
  return text.replace(token, '[token]')
}

/** The names of arguments that are secrets, whatever they look like. */
export const secretArguments: ReadonlySet<string> = new Set(['client_secret', 'code', 'code_verifier', 'refresh_token'])
