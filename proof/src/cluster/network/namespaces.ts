import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { endWithThis } from '#load/children'
import { type Network, type Place, slowMs } from './network.ts'
import { addressOf } from './relay.ts'

const run = promisify(execFile)
const ip = (...args: string[]) => run('ip', args)

const namePrefix = 'rivulet-proof-'
/** The device that the slow line reads from, and the table of the routes that lead there. */
const slowDevice = 'slow'
const slowTable = '7'

/**
 * Each place is a network namespace with one cable to a namespace that stands for the router. What the router is told to
 * drop is gone for TCP at both ends, as if a cable were cut: nothing is acknowledged, and no connection ends. A slow line is
 * a program that holds packets back: not every kernel has netem.
 */
export class Namespaces implements Network {
  readonly kind = 'namespaces'
  host = ''
  readonly #name = `${namePrefix}${process.pid}`
  /** The network of one run; nobody else uses these addresses, which RFC 2544 keeps for measurements. */
  readonly #net = `198.18.${process.pid % 256}`
  readonly #namespaces: string[] = []
  #places = 0
  #slowLine: ChildProcess | undefined

  /** Throws if namespaces are not allowed here, or something is missing that they need. */
  static async create(): Promise<Namespaces> {
    removeLeft()
    const network = new Namespaces()
    process.once('exit', network.#removeAll)
    try {
      await network.#makeRouter()
      return network
    } catch (error) {
      network.#removeAll()
      throw error
    }
  }

  get #router(): string {
    return `${this.#name}-router`
  }

  async #makeRouter(): Promise<void> {
    await this.#addNamespace(this.#router)
    await run('ip', ['netns', 'exec', this.#router, 'sh', '-c', 'echo 1 >/proc/sys/net/ipv4/ip_forward'])
    // This process reaches the others over a cable of its own.
    const device = `rvt${process.pid}`
    const { address, gateway } = await this.#addCable(this.#places++, device)
    await ip('addr', 'add', `${address}/30`, 'dev', device)
    await ip('link', 'set', device, 'up')
    this.host = address
    await ip('route', 'add', `${this.#net}.0/24`, 'via', gateway)
    await this.#startSlowLine()
  }

  async #startSlowLine(): Promise<void> {
    const program = [join(import.meta.dirname, 'slowLine.py'), slowDevice, String(slowMs / 1000)]
    const args = ['netns', 'exec', this.#router, 'python3', ...program]
    const line = endWithThis(spawn('ip', args, { stdio: ['ignore', 'pipe', 'inherit'] }))
    const ended = once(line, 'close').then(() => Promise.reject(new Error('the slow line did not start')))
    this.#slowLine = line
    await Promise.race([once(line.stdout, 'data'), ended])
    ended.catch(() => {})
    await ip('-n', this.#router, 'link', 'set', slowDevice, 'up')
    await ip('-n', this.#router, 'route', 'add', 'default', 'dev', slowDevice, 'table', slowTable)
  }

  async createPlace(): Promise<Place> {
    const n = this.#places++
    const namespace = `${this.#name}-${n}`
    await this.#addNamespace(namespace)
    const { address, gateway } = await this.#addCable(n, 'e0', namespace)
    await ip('-n', namespace, 'addr', 'add', `${address}/30`, 'dev', 'e0')
    for (const device of ['lo', 'e0']) await ip('-n', namespace, 'link', 'set', device, 'up')
    await ip('-n', namespace, 'route', 'add', 'default', 'via', gateway)
    return { host: address, command: ['ip', 'netns', 'exec', namespace] }
  }

  async connect(node: Place, url: string) {
    const service = addressOf(url).host
    const there = ['from', node.host, 'to', service]
    const back = ['from', service, 'to', node.host]
    const rule = (...args: string[]) => ip('-n', this.#router, 'rule', ...args)
    const all = async (action: 'add' | 'del') => {
      for (const way of [there, back]) await rule(action, 'blackhole', ...way, 'pref', '10')
    }
    const cable = {
      cut: () => all('add'),
      heal: () => all('del'),
      // What comes out of the slow line comes from another device, and takes the usual way.
      slow: async (isSlow: boolean) => {
        const device = `v${this.#placeOf(node)}`
        await rule(isSlow ? 'add' : 'del', ...there, 'iif', device, 'lookup', slowTable, 'pref', '20')
      },
    }
    return { url, cable }
  }

  async close(): Promise<void> {
    process.off('exit', this.#removeAll)
    this.#removeAll()
  }

  async #addNamespace(namespace: string): Promise<void> {
    await ip('netns', 'add', namespace)
    this.#namespaces.push(namespace)
  }

  /** Adds a device, in a namespace or here, with a cable to the router. */
  async #addCable(n: number, device: string, namespace?: string): Promise<{ address: string; gateway: string }> {
    const [gateway, address] = [`${this.#net}.${4 * n + 1}`, `${this.#net}.${4 * n + 2}`]
    const peer = ['peer', 'name', device, ...(namespace ? ['netns', namespace] : ['netns', String(process.pid)])]
    await ip('link', 'add', `v${n}`, 'netns', this.#router, 'type', 'veth', ...peer)
    await ip('-n', this.#router, 'addr', 'add', `${gateway}/30`, 'dev', `v${n}`)
    await ip('-n', this.#router, 'link', 'set', `v${n}`, 'up')
    return { address, gateway }
  }

  #placeOf(place: Place): number {
    return Math.floor(Number(place.host.split('.').at(-1)) / 4)
  }

  readonly #removeAll = (): void => {
    this.#slowLine?.kill('SIGKILL')
    for (const namespace of this.#namespaces) spawnSync('ip', ['netns', 'del', namespace])
  }
}

/** Removes what runs have left that were killed. */
function removeLeft(): void {
  const directory = '/run/netns'
  for (const name of existsSync(directory) ? readdirSync(directory) : []) {
    const pid = name.startsWith(namePrefix) ? name.slice(namePrefix.length).split('-')[0] : undefined
    if (pid !== undefined && !existsSync(`/proc/${pid}`)) spawnSync('ip', ['netns', 'del', name])
  }
}
