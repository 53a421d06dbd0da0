/** [APP-7] An app may prove who it is with HTTP Basic; what stands among the arguments wins. */
export function addBasic(args: Record<string, unknown>, authorization: string | undefined): void {
  const encoded = authorization && /^Basic +([\w+/=-]+) *$/i.exec(authorization)?.[1]
  if (!encoded) return
  const pair = Buffer.from(encoded, 'base64').toString()
  const colon = pair.indexOf(':')
  if (colon === -1) return
  args['client_id'] ??= unescaped(pair.slice(0, colon))
  args['client_secret'] ??= unescaped(pair.slice(colon + 1))
}

/** Clients are to encode both as in a form, and not all do. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
