import { methods } from './index.ts'

/** All that a user token may do, because a person may. */
export const personScopes: readonly string[] = [
  ...new Set([...methods.values()].flatMap(({ tokens, scopes }) => (tokens.includes('user') ? scopes : []))),
].toSorted()
