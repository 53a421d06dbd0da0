/** [APP-7] Adds the client's id and secret from HTTP Basic. Arguments of the call win over the header. */
export function addBasicCredentials(args: Record<string, unknown>, authorization: string | undefined): void {
  const encoded = authorization && /^Basic +([\w+/=-]+) *$/i.exec(authorization)?.[1]
  if (!encoded) return
  const pair = Buffer.from(encoded, 'base64').toString()
  const colon = pair.indexOf(':')
  if (colon === -1) return
  args['client_id'] ??= decodeCredential(pair.slice(0, colon))
  args['client_secret'] ??= decodeCredential(pair.slice(colon + 1))
}

/** OAuth 2.0 tells clients to encode both as in a form, but not all do. */
function decodeCredential(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
