import { BlockList, isIP } from 'node:net'

/** Names that the setting app_networks knows for networks that are not on the public internet. */
const namedRanges: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7'],
}

/** IPv4 addresses that are not on the public internet; 168.63.129.16 is an internal service of a cloud. */
const reservedRanges = toBlockList([
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
const globalRanges = toBlockList(['2000::/3'])
/** Addresses for documentation and addresses that embed an IPv4 address. They do not count as public. */
const excludedRanges = toBlockList(['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'])

/** The addresses that requests to apps may go to: the public internet and the networks the operator allows. */
export class AllowedNetworks {
  readonly #allowed: BlockList

  constructor(allowed: readonly string[]) {
    this.#allowed = toBlockList(allowed.flatMap((name) => namedRanges[name] ?? [name]))
  }

  allows(address: string): boolean {
    return this.lists(address) || isPublic(address)
  }

  /** Whether the operator has allowed the address by name or range. */
  lists(address: string): boolean {
    return isIP(address) !== 0 && this.#allowed.check(address, familyOf(address))
  }
}

/** Whether a text is the name of some networks, or a range of addresses. */
export function isNetwork(text: string): boolean {
  if (Object.hasOwn(namedRanges, text)) return true
  const [address = '', bits, ...more] = text.split('/')
  const family = isIP(address)
  return family !== 0 && more.length === 0 && /^\d{1,3}$/.test(bits ?? '') && Number(bits) <= (family === 4 ? 32 : 128)
}

function isPublic(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !reservedRanges.check(address, 'ipv4')
  return family === 6 && globalRanges.check(address, 'ipv6') && !excludedRanges.check(address, 'ipv6')
}

function toBlockList(ranges: readonly string[]): BlockList {
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
