import type { IncomingMessage } from 'node:http'

/** Whether this is a host name of the server. In development, a site must not reach the server by pointing its own name here. */
export function isKnownHost(host: string | undefined, publicUrl: string, listeningHost: string): boolean {
  if (!host) return false
  const name = host.replace(/:\d+$/, '')
  if (['localhost', '127.0.0.1', '[::1]', listeningHost].includes(name)) return true
  return publicUrl !== '' && host === new URL(publicUrl).host
}

/** [SES-7] Whether a request was made by a page of this server, or by no page at all. */
export function isOwnOrigin(req: IncomingMessage, publicUrl: string): boolean {
  const { origin } = req.headers
  if (origin === undefined)
    return (
      req.headers['sec-fetch-site'] === undefined ||
      req.headers['sec-fetch-site'] === 'same-origin' ||
      req.headers['sec-fetch-site'] === 'none'
    )
  if (publicUrl !== '' && origin === new URL(publicUrl).origin) return true
  // Whoever is between a browser and an address of plain http can write the page that it shows.
  if (publicUrl.startsWith('https:')) return false
  return origin === `http://${req.headers.host}` || origin === `https://${req.headers.host}`
}
