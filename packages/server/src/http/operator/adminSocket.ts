import { chmodSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import { join } from 'node:path'
import Fastify from 'fastify'
import { answerMistakes, type Keeping, keepingRoutes } from './apps.ts'

/** What an address of a socket may have in bytes, on the systems that allow least. */
const longest = 103

/** Where in a data directory the door is; undefined where its name is too long for a socket. */
export function doorIn(directory: string): string | undefined {
  const path = join(directory, 'rivulet.sock')
  return Buffer.byteLength(path) <= longest ? path : undefined
}

/**
 * A door for whoever may open the data directory, and so has everything anyway: a socket in it, which no address leads
 * to. Answers how it is closed.
 */
export async function openLocalDoor(directory: string, keeping: Keeping): Promise<() => Promise<void>> {
  const path = doorIn(directory)
  if (path === undefined) return async () => {}
  // The directory is held by this process alone: what lies there is left from one that died.
  rmSync(path, { force: true })
  const app = Fastify({ logger: false, bodyLimit: 1024 * 1024 })
  answerMistakes(app)
  keepingRoutes(app, keeping)
  await app.ready()
  app.server.listen(path)
  await once(app.server, 'listening')
  chmodSync(path, 0o600)
  return async () => {
    app.server.closeAllConnections()
    await app.close()
    rmSync(path, { force: true })
  }
}
