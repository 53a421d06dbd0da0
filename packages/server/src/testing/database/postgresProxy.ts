import { connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** Starts a proxy to PostgreSQL that hangs up once: when a statement with these words is sent, or when it is answered. */
export async function startPostgresProxy(database: string) {
  const url = new URL(database)
  const to = { host: url.hostname, port: Number(url.port || 5432) }
  const sockets = new Set<Socket>()
  let words: string | undefined
  let answered = false
  const server = createServer((near) => {
    const far = connect(to)
    let deaf = false
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.on('error', () => {}).on('close', () => other.destroy())
    }
    near.on('data', (bytes) => {
      if (words === undefined || !bytes.includes(words)) return void far.write(bytes)
      words = undefined
      if (!answered) return void near.destroy()
      deaf = true
      far.write(bytes)
    })
    far.on('data', (bytes) => (deaf ? near.destroy() : near.write(bytes)))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  url.hostname = '127.0.0.1'
  url.port = String(typeof address === 'object' ? address?.port : '')
  return {
    url: url.href,
    /** Hangs up before the next such statement reaches the database. */
    hangUpBefore(statement: string) {
      words = statement
      answered = false
    },
    /** Hangs up after the next such statement was executed, before its answer arrives. */
    hangUpAfter(statement: string) {
      words = statement
      answered = true
    },
    /** Whether it has hung up. */
    get hasHungUp() {
      return words === undefined
    },
  }
}
