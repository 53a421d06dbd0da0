import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from '#load/client'
import { type Server, startServer } from '#load/server'
import { token } from '#load/workspace'
import type { Cable, Network } from './network/network.ts'

/** After this many milliseconds a writer asks another node. */
const patienceMs = 5000
/** How long a node may take to start while the others are under load, on a machine that has much else to do. */
const readyMs = 180_000
const restartMs = 200
/** What a server says that ends because it could not reach PostgreSQL. */
const databaseIsAway = /Try again when it|where PostgreSQL should be|PostgreSQL at \S+ does not answer/

interface Services {
  network: Network
  postgres: string
  redis: string
  key: string
  workspace: string
  env: Record<string, string>
}

/** One place in the cluster: a server process, and the one that replaces it. Each has a port of its own. */
export class Node {
  readonly name: string
  /** The cables to the services. */
  readonly postgres: Cable
  readonly redis: Cable
  /** No fault is at work here. */
  isWell = false
  client = new Client('http://127.0.0.1:9/', token)
  origin = 'http://127.0.0.1:9'
  /** Called when another process takes its place. */
  onStart = (): void => {}
  /** Processes that ended although nobody asked them to. */
  readonly unexpected: string[] = []
  readonly #start: () => Promise<Server>
  #server: Server | undefined

  static async create(home: string, { network, postgres, redis, key, workspace, env }: Services): Promise<Node> {
    const place = await network.createPlace()
    const toPostgres = await network.connect(place, postgres)
    const toRedis = await network.connect(place, redis)
    const addresses = ['--host', place.host, '--store', toPostgres.url, '--bus', toRedis.url]
    const flags = [...addresses, '--key', key, '--app-networks', `${network.host}/32`]
    const options = { before: place.command, flags, env, readyMs, workspace }
    const start = () => startServer(home, options)
    return new Node(home.split('/').at(-1) ?? home, start, { postgres: toPostgres.cable, redis: toRedis.cable })
  }

  private constructor(name: string, start: () => Promise<Server>, cables: { postgres: Cable; redis: Cable }) {
    this.name = name
    this.#start = start
    this.postgres = cables.postgres
    this.redis = cables.redis
  }

  /** Starts a process, and another one if that could not reach the database, as whoever runs a server does. */
  async start(): Promise<void> {
    const deadline = performance.now() + readyMs
    let server: Server | undefined
    while (!server) {
      server = await this.#start().catch(async (error: unknown) => {
        if (!databaseIsAway.test(String(error)) || performance.now() > deadline) throw error
        await sleep(restartMs)
        return undefined
      })
    }
    this.client.close()
    this.client = new Client(server.api, token, { patienceMs })
    this.origin = new URL(server.api).origin
    this.#server = server
    this.isWell = true
    this.onStart()
    void this.#watch(server)
  }

  async #watch(server: Server): Promise<void> {
    const how = await server.exited
    if (this.#server === server) this.unexpected.push(`${this.name} ended with ${how}: ${server.readErrorOutput()}`)
  }

  async kill(): Promise<void> {
    const server = this.#leave()
    await server?.kill()
    this.client.close()
  }

  /** Asks it to stop, and kills it if it is still there after `patience`. Resolves with how it ended, and what it said. */
  async stop(patience: number): Promise<{ how: number | string; said: string }> {
    const server = this.#leave()
    if (!server) return { how: 'never started', said: '' }
    const how = await Promise.race([server.stop(), sleep(patience, 'still running', { ref: false })])
    const said = server.readErrorOutput()
    await server.kill()
    return { how, said }
  }

  #leave(): Server | undefined {
    const server = this.#server
    this.isWell = false
    this.#server = undefined
    return server
  }

  freeze(): void {
    process.kill(this.#server?.pid ?? 0, 'SIGSTOP')
  }

  thaw(): void {
    process.kill(this.#server?.pid ?? 0, 'SIGCONT')
  }

  /** Turns its clock by whole seconds. A process that replaces it shows the machine's time again. */
  async turnClock(seconds: number): Promise<void> {
    // The clock is turned also if the database is away, which is an error because streams may have to end then.
    await fetch(`${this.origin}/control/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ advance: `${seconds}s` }),
    }).then((answer) => answer.arrayBuffer())
  }

  readErrorOutput(): string {
    return this.#server?.readErrorOutput() ?? ''
  }

  /** The memory of its process in MiB; 0 where the system does not tell. */
  get memory(): number {
    try {
      const status = readFileSync(`/proc/${this.#server?.pid ?? 0}/status`, 'latin1')
      return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
    } catch {
      return 0
    }
  }
}
