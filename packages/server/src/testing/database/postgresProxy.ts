import { connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** Starts a proxy to PostgreSQL that hangs up once: when a statement with these words is sent, or when it is answered. */
export async function startPostgresProxy(database: string) {
  const url = new URL(database)
  const to = { host: url.hostname, port: Number(url.port || 5432) }
  const sockets = new Set<Socket>()
  let words: string | undefined
  let answered = false
  let frozen = false
  let lostFrom: { words: string; isSent: boolean } | undefined
  let replacement: { from: string; to: string } | undefined
  let recorded: string[] | undefined
  let bytesPerMs = Infinity
  const replaced = (bytes: Buffer) =>
    replacement ? Buffer.from(bytes.toString('latin1').replaceAll(replacement.from, replacement.to), 'latin1') : bytes
  const server = createServer((near) => {
    const far = connect(to)
    if (frozen) for (const socket of [near, far]) socket.pause()
    /** An end is lost as well. */
    let isLost = false
    /** What PostgreSQL says once it has executed the statement. What it answers to earlier ones is lost as well. */
    let awaited: string | undefined
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.on('error', () => {}).on('close', () => isLost || other.destroy())
    }
    near.on('data', (bytes: Buffer) => {
      if (isLost) return
      recorded?.push(bytes.toString('latin1'))
      if (lostFrom && bytes.includes(lostFrom.words)) {
        isLost = true
        if (lostFrom.isSent) far.write(bytes)
        lostFrom = undefined
        return
      }
      if (bytesPerMs < Infinity) {
        near.pause()
        setTimeout(() => near.resume(), bytes.length / bytesPerMs)
      }
      if (words === undefined || !bytes.includes(words)) return void far.write(bytes)
      awaited = words.toUpperCase()
      words = undefined
      if (!answered) return void near.destroy()
      far.write(bytes)
    })
    far.on('data', (bytes: Buffer) => {
      if (isLost) return
      if (awaited === undefined) near.write(replaced(bytes))
      else if (bytes.includes(awaited)) near.destroy()
    })
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
    /** Hangs up before the next such statement reaches the database. One that has a name by then is sent without its words. */
    hangUpBefore(statement: string) {
      words = statement
      answered = false
    },
    /** Hangs up after the next such statement was executed, before its answer arrives. */
    hangUpAfter(statement: string) {
      words = statement
      answered = true
    },
    /** Answers other words of the same length. */
    replaceInAnswers(from: string, to: string) {
      replacement = { from, to }
    },
    /** The pieces that are sent to the database from now on. */
    recordSent(): readonly string[] {
      return (recorded = [])
    },
    /**
     * Loses what goes over one connection, as a firewall does that has forgotten it: from the next such statement on, or from
     * the answer to it on. Other connections go on.
     */
    loseFrom(statement: string, isSent: boolean) {
      lostFrom = { words: statement, isSent }
    },
    /** Passes on no more than so many bytes per millisecond of what a connection sends. */
    slowDown(rate: number) {
      bytesPerMs = rate
    },
    /** Passes nothing on from now on, like a cable that is cut. What is sent waits. */
    freeze() {
      frozen = true
      for (const socket of sockets) socket.pause()
    },
    thaw() {
      frozen = false
      for (const socket of sockets) socket.resume()
    },
    /** Whether it has hung up. */
    get hasHungUp() {
      return words === undefined
    },
  }
}
