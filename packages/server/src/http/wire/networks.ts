import { BlockList, isIP } from 'node:net'

const lists = new Map<string, BlockList>()

/** Whether an address is in one of these networks (`10.0.0.0/8`, `::1/128`, or a single address). */
export function inNetworks(address: string, networks: readonly string[]): boolean {
  const plain = address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address
  const family = isIP(plain)
  if (family === 0) return false
  return listOf(networks).check(plain, family === 6 ? 'ipv6' : 'ipv4')
}

function listOf(networks: readonly string[]): BlockList {
  const key = networks.join()
  let list = lists.get(key)
  if (!list) {
    list = new BlockList()
    for (const network of networks) {
      const [base = '', prefix] = network.split('/')
      const family = isIP(base) === 6 ? 'ipv6' : 'ipv4'
      if (prefix === undefined) list.addAddress(base, family)
      else list.addSubnet(base, Number(prefix), family)
    }
    if (lists.size > 1000) lists.clear()
    lists.set(key, list)
  }
  return list
}
