import { BlockList, isIP } from 'node:net'

/** Names for what no request leaves for unless it is allowed. */
const named: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7'],
}

/** Addresses of IPv4 that are no place on the public internet; 168.63.129.16 is a cloud's own service. */
const reserved = listOf([
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

/** Of IPv6 this is all that there is of the public internet, */
const global = listOf(['2000::/3'])
/** without documentation, and without what wraps an address of IPv4. */
const wrapping = listOf(['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'])

/** The addresses that a request to an app may go to: the public internet, and what is allowed beside it. */
export class Networks {
  readonly #allowed: BlockList

  constructor(allowed: readonly string[]) {
    this.#allowed = listOf(allowed.flatMap((name) => named[name] ?? [name]))
  }

  allows(address: string): boolean {
    return this.names(address) || isPublic(address)
  }

  /** Whether it is one of those that are allowed beside the public internet. */
  names(address: string): boolean {
    return isIP(address) !== 0 && this.#allowed.check(address, familyOf(address))
  }
}

/** Whether it is the name of some networks, or a range of addresses. */
export function isNetwork(text: string): boolean {
  if (Object.hasOwn(named, text)) return true
  const [address = '', bits, ...more] = text.split('/')
  const family = isIP(address)
  return family !== 0 && more.length === 0 && /^\d{1,3}$/.test(bits ?? '') && Number(bits) <= (family === 4 ? 32 : 128)
}

function isPublic(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !reserved.check(address, 'ipv4')
  return family === 6 && global.check(address, 'ipv6') && !wrapping.check(address, 'ipv6')
}

function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    list.addSubnet(address, Number(bits), familyOf(address))
  }
  return list
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}
