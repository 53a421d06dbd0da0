import { Namespaces } from './namespaces.ts'
import type { Network } from './network.ts'
import { Relays } from './relays.ts'

/** A network namespace for each process where that is allowed, and else relays in this process. */
export async function createNetwork(mayUseNamespaces: boolean, print: (line: string) => void): Promise<Network> {
  if (!mayUseNamespaces) return new Relays()
  try {
    const network = await Namespaces.create()
    print('cluster: each process has a network namespace of its own')
    return network
  } catch (error) {
    print(`cluster: relays stand for the network, because there can be no namespaces here: ${String(error)}`)
    return new Relays()
  }
}
