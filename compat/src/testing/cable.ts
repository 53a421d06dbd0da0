import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import type { Server } from './server.ts'

/** A cable between a browser and the server, to be pulled out and put back. */
export interface Cable {
  /** The server's address at this end. */
  url: string
  /** Every connection breaks off, and no new one comes about. */
  cut: () => void
  mend: () => void
}

export async function aCable(server: Server): Promise<Cable> {
  const { hostname, port } = new URL(server.url)
  const ends = new Set<Socket>()
  let whole = true
  const listener = createServer((near) => {
    if (!whole) return near.resetAndDestroy()
    const far = connect(Number(port), hostname)
    join(near, far)
    join(far, near)
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const cut = () => {
    whole = false
    for (const end of ends) end.resetAndDestroy()
  }
  onTestFinished(() => {
    cut()
    listener.close()
  })
  return { url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`, cut, mend: () => (whole = true) }

  function join(from: Socket, to: Socket) {
    ends.add(from)
    from.pipe(to)
    from.on('error', () => to.destroy())
    from.on('close', () => {
      ends.delete(from)
      to.destroy()
    })
  }
}
