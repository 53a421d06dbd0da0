import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/**
 * Whether a page of a browser may have made the request, also one whose own name leads to this machine. What passes here has
 * the tokens of a real workspace.
 */
export function isFromPage({ headers }: IncomingMessage, listeningHost: string): boolean {
  if (headers.origin !== undefined) return true
  if (headers['sec-fetch-site'] !== undefined && headers['sec-fetch-site'] !== 'none') return true
  const name = (headers.host ?? '').replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1')
  return !(name === 'localhost' || name === listeningHost || isIP(name) !== 0)
}
