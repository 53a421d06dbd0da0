import { connect, createServer, type Socket } from 'node:net'

/** The process of `startLossyProxy`. While it is stopped, the system takes one or two connections for it, and no more. */
const [host, port] = process.argv.slice(2)
const sockets = new Set<Socket>()
const server = createServer((near) => {
  const far = connect(Number(port), host)
  for (const [one, other] of [
    [near, far],
    [far, near],
  ] as const) {
    sockets.add(one)
    one.on('error', () => {}).on('close', () => other.destroy())
    one.pipe(other)
  }
})
server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
  const address = server.address()
  process.send?.(typeof address === 'object' ? address?.port : undefined)
})
process.on('message', () => {
  for (const socket of sockets) socket.unpipe().pause()
  process.send?.('lost')
})
process.on('disconnect', () => process.exit())
