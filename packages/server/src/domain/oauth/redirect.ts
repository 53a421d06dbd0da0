import { Refusal } from '#domain/refusal'

/**
 * [APP-6] Where a person is sent back to: an address that begins with one of the manifest's. Scheme and host with its
 * port are the same; the path is the same, or below it.
 */
export function redirectFor(asked: string | undefined, registered: readonly string[]): string {
  const [first] = registered
  if (first === undefined)
    throw new Refusal('bad_redirect_uri', 'The manifest has no `oauth_config.redirect_urls` to send anybody back to.')
  if (asked === undefined) return first
  if (registered.some((one) => begins(asked, one))) return asked
  throw new Refusal('bad_redirect_uri', `${asked} begins with none of the redirect_urls of the manifest.`)
}

function begins(asked: string, registered: string): boolean {
  const [given, allowed] = [URL.parse(asked), URL.parse(registered)]
  if (!given || !allowed || !/^https?:$/.test(given.protocol)) return false
  if (given.protocol !== allowed.protocol || given.host !== allowed.host) return false
  if (given.username !== '' || given.password !== '' || given.hash !== '') return false
  // What a server might take for `..` or `/` after the path was compared is not taken here.
  if (/%2e|%2f|%5c|\\/i.test(given.pathname)) return false
  const folder = allowed.pathname.endsWith('/') ? allowed.pathname : `${allowed.pathname}/`
  return given.pathname === allowed.pathname || given.pathname.startsWith(folder)
}
