import { once } from 'node:events'
import { createServer } from 'node:net'

/** Returns a port that nobody uses, and that the system gives to nobody who asks for just any port. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 20_000)
    const listener = createServer().listen(port, '127.0.0.1')
    const isFree = await once(listener, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    await new Promise((done) => listener.close(done))
    return port
  }
}
