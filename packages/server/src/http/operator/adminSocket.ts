import { chmodSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { type Administration, createAdministrationServer } from './administration.ts'

/** The longest path that every system allows for a socket. */
const maxSocketPathBytes = 103

/** The path of the admin socket in a data directory; undefined if it is too long for a socket. */
export function adminSocketPath(directory: string): string | undefined {
  const path = join(directory, 'rivulet.sock')
  return Buffer.byteLength(path) <= maxSocketPathBytes ? path : undefined
}

/**
 * A socket in the data directory. Anyone who may open that directory has access to everything anyway,
 * and the socket cannot be reached over the network.
 */
export class AdminSocket {
  readonly #path: string | undefined
  readonly #administration: Administration
  #app: FastifyInstance | undefined

  /** Without a directory, or with one whose name is too long, there is no socket. */
  constructor(directory: string | undefined, administration: Administration) {
    this.#path = directory === undefined ? undefined : adminSocketPath(directory)
    this.#administration = administration
  }

  async start(): Promise<void> {
    if (this.#path === undefined) return
    // Only this process holds the directory, so a socket in it is left over from a process that died.
    rmSync(this.#path, { force: true })
    const app = createAdministrationServer(this.#administration)
    await app.ready()
    app.server.listen(this.#path)
    await once(app.server, 'listening')
    this.#app = app
    chmodSync(this.#path, 0o600)
  }

  async stop(): Promise<void> {
    if (!this.#app || this.#path === undefined) return
    this.#app.server.closeAllConnections()
    await this.#app.close()
    rmSync(this.#path, { force: true })
  }
}
