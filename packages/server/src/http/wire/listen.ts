import type { Server } from 'node:http'

/** How many connections may wait to be accepted. The attempt of one that finds no place is repeated after a second or more. */
const backlog = 4096

/** Lets a server listen. Returns its URL; rejects with what to do. `setting`: the flag with which the port is chosen. */
export function listen(server: Server, at: { host: string; port: number }, setting: string): Promise<string> {
  return new Promise((done, failed) => {
    server.once('error', (error) => failed(explainListenError(error, at, setting)))
    server.listen({ ...at, backlog }, () => {
      const address = server.address()
      const port = typeof address === 'object' ? address?.port : at.port
      const host = at.host === '0.0.0.0' || at.host === '::' ? 'localhost' : at.host
      done(`http://${host.includes(':') ? `[${host}]` : host}:${port}`)
    })
  })
}

function explainListenError(error: Error, { port, host }: { host: string; port: number }, setting: string): Error {
  const code = 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE')
    return new Error(
      `The port ${port} of ${host} is in use. Stop what listens there, or choose another with ${setting}.`,
    )
  if (code === 'EACCES') return new Error(`This user may not listen on port ${port}. Choose another with ${setting}.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new Error(
      `${host} is no address of this machine. Choose another with ${setting === '--port' ? '--host' : setting}.`,
    )
  return error
}
