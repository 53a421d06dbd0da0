/** Text without the tokens in it, for journals and logs. */
export function masked(text: string): string {
  return text.replace(/\bx(?:ox[a-z]|app)[.-][\w.-]+/g, '[token]')
}

/** Arguments that are secrets, whatever they look like. */
export const secretNames: ReadonlySet<string> = new Set(['client_secret', 'code', 'refresh_token'])
