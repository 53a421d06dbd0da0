import { BlockList, isIP } from 'node:net'

/** Names that settings know for networks that are not on the public internet. */
const namedRanges: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7'],
}

/** Some networks, each a name, a range like `10.0.0.0/8`, or a single address. */
export class Networks {
  readonly #list = new BlockList()

  constructor(networks: readonly string[]) {
    for (const network of networks.flatMap((name) => namedRanges[name] ?? [name])) {
      const [address = '', bits] = network.split('/')
      // `isIP` of an IPv6 address is slow when it is first called.
      const family = address.includes(':') ? 'ipv6' : 'ipv4'
      if (bits === undefined) this.#list.addAddress(address, family)
      else this.#list.addSubnet(address, Number(bits), family)
    }
  }

  /** False for what is no address. */
  include(address: string): boolean {
    const plain = toPlainAddress(address)
    const family = isIP(plain)
    return family !== 0 && this.#list.check(plain, family === 6 ? 'ipv6' : 'ipv4')
  }
}

/** An IPv4 address in its own form, also if a socket of both families writes it as IPv6. */
export function toPlainAddress(address: string): string {
  return address.startsWith('::ffff:') && isIP(address.slice(7)) === 4 ? address.slice(7) : address
}

/** Whether a text is the name of some networks, or a range of addresses. */
export function isNetwork(text: string): boolean {
  if (Object.hasOwn(namedRanges, text)) return true
  const [address = '', bits, ...more] = text.split('/')
  const family = isIP(address)
  return family !== 0 && more.length === 0 && /^\d{1,3}$/.test(bits ?? '') && Number(bits) <= (family === 4 ? 32 : 128)
}

/** What one household or server has: an IPv4 address, or the first half of an IPv6 address. */
export function networkOfOne(address: string): string {
  if (isIP(address) !== 6) return address
  const [front = [], back] = address.split('::').map((groups) => groups.split(':').filter((group) => group !== ''))
  const between = back && Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0')
  const groups = [...front, ...(between ?? []), ...(back ?? [])]
  return `${groups
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
