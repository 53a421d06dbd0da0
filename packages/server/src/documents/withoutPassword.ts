/** A setting without the passwords that an address may hold, also an address that is not well-formed. */
export function withoutPassword<T>(value: T): T | string {
  if (typeof value !== 'string') return value
  // Quotes come from files of variables whose reader leaves them in the value.
  const scheme = /^["']?\w+:?\/\//.exec(value)?.[0] ?? ''
  const rest = value.slice(scheme.length).replace(/^([^:@]*):.*@/s, '$1:***@')
  return scheme + rest.replaceAll(/(password\s*=\s*)(?:'[^']*'|[^&,\s]*)/gi, '$1***')
}
