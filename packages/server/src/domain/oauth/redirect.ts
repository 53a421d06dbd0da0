import { Refusal } from '#domain/refusal'

/**
 * [APP-6] Finds the URL to which a person is sent back. It has to match a redirect URL of the manifest: the same scheme, host
 * and port, and the same path or one below it.
 */
export function findRedirectUri(asked: string | undefined, registered: readonly string[]): string {
  const [first] = registered
  if (first === undefined)
    throw new Refusal('bad_redirect_uri', 'The manifest has no `oauth_config.redirect_urls` to send anybody back to.')
  if (asked === undefined) return first
  if (registered.some((url) => isBelow(asked, url))) return asked
  throw new Refusal('bad_redirect_uri', `${asked} begins with none of the redirect_urls of the manifest.`)
}

function isBelow(asked: string, registered: string): boolean {
  const [given, allowed] = [URL.parse(asked), URL.parse(registered)]
  if (!given || !allowed || !/^https?:$/.test(given.protocol)) return false
  if (given.protocol !== allowed.protocol || given.host !== allowed.host) return false
  if (given.username !== '' || given.password !== '' || given.hash !== '') return false
  // Refuse what a server might decode to `..` or `/` after the paths were compared.
  if (/%2e|%2f|%5c|\\/i.test(given.pathname)) return false
  const folder = allowed.pathname.endsWith('/') ? allowed.pathname : `${allowed.pathname}/`
  return given.pathname === allowed.pathname || given.pathname.startsWith(folder)
}
