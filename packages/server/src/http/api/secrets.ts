/** Replaces the tokens in a text, for journals and logs. */
export function maskTokens(text: string): string {
  return text.replace(/\bx(?:ox[a-z]|app)[.-][\w.-]+/g, '[token]')
}

/** The names of arguments that are secrets, whatever they look like. */
export const secretArguments: ReadonlySet<string> = new Set(['client_secret', 'code', 'code_verifier', 'refresh_token'])
