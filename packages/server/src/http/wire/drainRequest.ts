import type { IncomingMessage } from 'node:http'

/**
 * Reads over what a refused call still sends, for a while. To close at once would reset the connection, and take the
 * answer from a client that listens only when it has sent all.
 */
export function readOn(req: IncomingMessage, most = { bytes: 16 * 1024 * 1024, milliseconds: 2000 }): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let size = 0
  const timer = setTimeout(resolve, most.milliseconds)
  req.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > most.bytes) resolve()
  })
  req.on('end', resolve).on('close', resolve).resume()
  return promise.finally(() => {
    clearTimeout(timer)
    req.pause()
  })
}
