import { isIP } from 'node:net'
import { Networks } from '#domain/access/networks'

/** IPv4 addresses that are not on the public internet; 168.63.129.16 is an internal service of a cloud. */
const reservedRanges = new Networks([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '168.63.129.16/32',
  '224.0.0.0/4',
  '240.0.0.0/4',
])

/** The IPv6 addresses of the public internet, before `excludedRanges` is taken away. */
const globalRanges = new Networks(['2000::/3'])
/** Addresses for documentation and addresses that embed an IPv4 address. They do not count as public. */
const excludedRanges = new Networks(['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'])

/** The addresses that requests to apps may go to: the public internet and the networks the operator allows. */
export class AllowedNetworks {
  readonly #allowed: Networks

  constructor(allowed: readonly string[]) {
    this.#allowed = new Networks(allowed)
  }

  allows(address: string): boolean {
    return this.lists(address) || isPublic(address)
  }

  /** Whether the operator has allowed the address by name or range. */
  lists(address: string): boolean {
    return this.#allowed.include(address)
  }
}

function isPublic(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !reservedRanges.include(address)
  return family === 6 && globalRanges.include(address) && !excludedRanges.include(address)
}
