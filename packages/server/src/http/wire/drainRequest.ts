import type { IncomingMessage } from 'node:http'

/**
 * Reads and drops what a refused request still sends, within limits. Closing at once would reset the connection, and a
 * client that reads only after sending everything would never see the answer.
 */
export function drainRequest(
  req: IncomingMessage,
  limits = { maxBytes: 16 * 1024 * 1024, timeoutMs: 2000 },
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let size = 0
  const timer = setTimeout(resolve, limits.timeoutMs)
  req.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > limits.maxBytes) resolve()
  })
  req.on('end', resolve).on('close', resolve).resume()
  return promise.finally(() => {
    clearTimeout(timer)
    req.pause()
  })
}
