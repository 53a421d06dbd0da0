import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A way to a database that can be cut: `url` is its address through it. */
export async function layCable(database: string) {
  const url = new URL(database)
  const to = { host: url.hostname, port: Number(url.port || 5432) }
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    const far = connect(to)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.on('error', () => {}).on('close', () => other.destroy())
      one.on('data', (bytes) => void other.write(bytes))
      if (isCut) one.pause()
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  url.hostname = '127.0.0.1'
  url.port = String(typeof address === 'object' ? address?.port : '')
  return {
    url: url.href,
    /** From now on nothing is passed on, and no connection is closed. */
    cut(): void {
      isCut = true
      for (const socket of sockets) socket.pause()
    },
    close(): void {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
