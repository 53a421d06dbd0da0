import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import type { Server } from './server.ts'

/** A TCP proxy in front of the server, which simulates a lost network. */
export interface Proxy {
  /** The address of the server through the proxy. */
  url: string
  /** Resets every connection, and refuses new ones until `reconnect`. */
  disconnect: () => void
  reconnect: () => void
}

export async function startProxy(server: Server): Promise<Proxy> {
  const { hostname, port } = new URL(server.url)
  const sockets = new Set<Socket>()
  let connected = true
  const listener = createServer((client) => {
    if (!connected) return client.resetAndDestroy()
    const upstream = connect(Number(port), hostname)
    forward(client, upstream)
    forward(upstream, client)
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const disconnect = () => {
    connected = false
    for (const socket of sockets) socket.resetAndDestroy()
  }
  onTestFinished(() => {
    disconnect()
    listener.close()
  })
  return {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    disconnect: disconnect,
    reconnect: () => (connected = true),
  }

  function forward(from: Socket, to: Socket) {
    sockets.add(from)
    from.pipe(to)
    from.on('error', () => to.destroy())
    from.on('close', () => {
      sockets.delete(from)
      to.destroy()
    })
  }
}
