import { Client } from '#load/client'
import { type Server, startServer } from '#load/server'
import { token } from '#load/workspace'

/** After this many milliseconds a writer asks another node. */
const patienceMs = 5000
/** How long a node may take to start while the others are under load, on a machine that has much else to do. */
const readyMs = 180_000

/** One place in the cluster: a server process, and the one that replaces it. Each has a port of its own. */
export class Node {
  readonly name: string
  /** No fault is at work here. */
  isWell = false
  client: Client
  origin = ''
  readonly #start: () => Promise<Server>
  #server: Server | undefined

  constructor(name: string, start: () => Promise<Server>) {
    this.name = name
    this.#start = start
    this.client = new Client('http://127.0.0.1:9/', token)
  }

  async start(): Promise<void> {
    const server = await this.#start()
    this.client.close()
    this.client = new Client(server.api, token, { patienceMs })
    this.origin = new URL(server.api).origin
    this.#server = server
    this.isWell = true
  }

  async kill(): Promise<void> {
    this.isWell = false
    await this.#server?.kill()
    this.client.close()
  }

  /** Resolves with how it ended: 0 if it stopped by itself. */
  async stop(): Promise<number | string> {
    this.isWell = false
    return (await this.#server?.stop()) ?? 'never started'
  }

  freeze(): void {
    this.isWell = false
    process.kill(this.#server?.pid ?? 0, 'SIGSTOP')
  }

  thaw(): void {
    process.kill(this.#server?.pid ?? 0, 'SIGCONT')
    this.isWell = true
  }

  readErrorOutput(): string {
    return this.#server?.readErrorOutput() ?? ''
  }
}

/** Makes a node whose processes keep what is theirs below `home`. */
export function createNode(home: string, flags: readonly string[], env: Record<string, string>): Node {
  return new Node(home.split('/').at(-1) ?? home, () => startServer(home, { flags, env, readyMs }))
}
