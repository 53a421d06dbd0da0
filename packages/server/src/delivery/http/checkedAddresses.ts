import { isIP, type LookupFunction } from 'node:net'
import { AllowedNetworks } from './allowedNetworks.ts'
import type { Resolve } from './resolveName.ts'

/** No request goes to this address. */
export class Unreachable extends Error {}

/** Decides where requests of the server may go: to the public internet, and to the networks that the operator allows. */
export class CheckedAddresses {
  readonly #networks: AllowedNetworks
  readonly #resolve: Resolve

  constructor(networks: readonly string[], resolve: Resolve) {
    this.#networks = new AllowedNetworks(networks)
    this.#resolve = resolve
  }

  /** [EVT-9] All addresses of the host. Throws if one of them is not allowed. */
  async resolve(url: URL): Promise<string[]> {
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const all = isIP(host) === 0 ? await this.#resolve(host) : [host]
    const forbidden = all.find((address) => !this.#networks.allows(address))
    if (forbidden !== undefined) {
      const named = forbidden === host ? forbidden : `${url.hostname} is ${forbidden}, which`
      throw new Unreachable(`${named} is not on the public internet. The setting app_networks can allow it.`)
    }
    const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
    if (port < 1024 && port !== 80 && port !== 443 && !all.every((address) => this.#networks.lists(address)))
      throw new Unreachable(`Apps on the public internet cannot use port ${port}: only 80, 443 and 1024 or higher.`)
    if (all.length === 0) throw new Unreachable(`${url.hostname} has no address.`)
    return all
  }

  /** Whether the operator has allowed all of them by name or range. */
  areListed(addresses: readonly string[]): boolean {
    return addresses.every((address) => this.#networks.lists(address))
  }
}

/** Throws for what is no address of a web server. */
export function parseAddress(text: string, from?: URL): URL {
  const url = URL.canParse(text, from?.href) ? new URL(text, from) : undefined
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw new Unreachable('The address is not an http or https URL.')
  if (url.username || url.password) throw new Unreachable('The address must not contain a user name or a password.')
  return url
}

/** Resolves to the addresses that were checked, so that a second look-up cannot return others. */
export function lookupOnly(addresses: string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_name, options, done) => {
    const [first] = all
    if (options.all) done(null, all)
    else if (first) done(null, first.address, first.family)
  }
}
