import { BlockList, isIP } from 'node:net'
import { CacheRegion } from '#store/cache'
import type { Db } from '#store/db'

/** Parsed lists of networks, by their texts. */
const lists = new CacheRegion<BlockList>(() => undefined, 1000)

/** Whether an address is in one of the networks, each like `10.0.0.0/8`, `::1/128` or a single address. */
export function isInNetworks(db: Db, address: string, networks: readonly string[]): boolean {
  const plain = address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address
  const family = isIP(plain)
  if (family === 0) return false
  return blockListOf(db, networks).check(plain, family === 6 ? 'ipv6' : 'ipv4')
}

function blockListOf(db: Db, networks: readonly string[]): BlockList {
  const key = networks.join()
  const known = lists.valuesIn(db)
  let list = known.get(key)
  if (!list) {
    list = new BlockList()
    for (const network of networks) {
      const [base = '', prefix] = network.split('/')
      const family = isIP(base) === 6 ? 'ipv6' : 'ipv4'
      if (prefix === undefined) list.addAddress(base, family)
      else list.addSubnet(base, Number(prefix), family)
    }
    known.set(key, list)
  }
  return list
}
