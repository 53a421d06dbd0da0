import { Networks } from '#domain/access/networks'
import { CacheRegion } from '#store/cache'
import type { Db } from '#store/db'

/** Parsed lists of networks, by their texts. */
const lists = new CacheRegion<Networks>(() => undefined, 1000)

/** Whether an address is in one of the networks, each like `10.0.0.0/8`, `::1/128` or a single address. */
export function isInNetworks(db: Db, address: string, networks: readonly string[]): boolean {
  const key = networks.join()
  const known = lists.valuesIn(db)
  let list = known.get(key)
  if (!list) known.set(key, (list = new Networks(networks)))
  return list.include(address)
}
