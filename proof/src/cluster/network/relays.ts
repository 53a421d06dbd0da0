import { type Network, type Place, slowMs } from './network.ts'
import { addressOf, Relay } from './relay.ts'

/** All processes run on this machine as it is. A relay in this process stands for each cable. */
export class Relays implements Network {
  readonly kind = 'relays'
  readonly host = '127.0.0.1'
  readonly #relays: Relay[] = []

  async createPlace(): Promise<Place> {
    return { host: '127.0.0.1', command: [] }
  }

  async connect(_: Place, url: string) {
    const relay = await Relay.start(() => addressOf(url))
    this.#relays.push(relay)
    const cable = {
      cut: async () => relay.cut(),
      heal: async () => relay.heal(),
      slow: async (isSlow: boolean) => relay.slow(isSlow ? slowMs : 0),
    }
    return { url: relay.through(url), cable }
  }

  async close(): Promise<void> {
    await Promise.all(this.#relays.map((relay) => relay.close()))
  }
}
