import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import { Networks, toPlainAddress } from '#domain/access/networks'

/** The address of a caller that is not known. It is in no network. */
const unknown = ''

/** The proxies whose word on the address of a caller counts. */
export class TrustedProxies {
  readonly #networks: Networks | undefined

  /** `networks`: addresses, ranges and names as in the setting `trusted_proxies`. */
  constructor(networks: readonly string[]) {
    this.#networks = networks.length > 0 ? new Networks(networks) : undefined
  }

  /** Whether many callers come from this address. */
  include(address: string): boolean {
    return this.#networks?.include(address) ?? false
  }

  /**
   * [SES-6] The address of the caller. `address` is that of the connection; if it is a trusted proxy, the caller is the
   * last one before the trusted proxies. A proxy writes one of the two headers, and may pass on the other as its caller
   * made it up. If they disagree, or name no address, the caller is unknown.
   */
  callerAddress(address: string, headers: IncomingHttpHeaders): string {
    if (!this.include(address)) return address
    const chains = [hopsOfXForwardedFor(headers), hopsOfForwarded(headers)].filter((hops) => hops.length > 0)
    const [caller = address, other = caller] = chains.map((hops) => this.#lastBeforeTrusted(hops))
    return caller === other ? caller : unknown
  }

  #lastBeforeTrusted(hops: readonly string[]): string {
    let last = unknown
    for (const hop of hops.toReversed()) {
      last = addressOfHop(hop)
      if (!this.include(last)) return last
    }
    return last
  }
}

function hopsOfXForwardedFor(headers: IncomingHttpHeaders): string[] {
  const lines = [headers['x-forwarded-for'] ?? []].flat()
  return lines.flatMap((line) => line.split(',')).filter((hop) => hop.trim() !== '')
}

/**
 * RFC 7239: `for="[2001:db8::1]:4711";proto=https, for=192.0.2.1`. An element without `for` names nobody. A header that is
 * not of this form as a whole names nobody either: a quote that a caller leaves open ends at one that a proxy wrote.
 */
function hopsOfForwarded({ forwarded = '' }: IncomingHttpHeaders): string[] {
  const part = /[ \t]*(?:([\w!#$%&'*+.^`|~-]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]+))[ \t]*)?([;,]|$)/y
  const hops: string[] = []
  let element: string | undefined
  while (part.lastIndex < forwarded.length) {
    const found = part.exec(forwarded)
    if (!found) return [unknown]
    const [, name, quoted, plain, end] = found
    if (name !== undefined) element = name.toLowerCase() === 'for' ? (quoted ?? plain) : (element ?? unknown)
    if (end === ';') continue
    if (element !== undefined) hops.push(element)
    element = undefined
  }
  return hops
}

/** An address, with or without a port; IPv6 with or without brackets. */
function addressOfHop(hop: string): string {
  const text = hop.trim()
  const inBrackets = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1]
  const address = inBrackets ?? (/^[\d.]+:\d+$/.test(text) ? text.slice(0, text.indexOf(':')) : text)
  return isIP(address) === 0 || address.includes('%') ? unknown : toPlainAddress(address)
}
