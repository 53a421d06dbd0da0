import { fork } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** More than a listener takes that has room for one. */
const fillers = 4

/** Starts a proxy to PostgreSQL, in a process of its own, that loses packets as a network does whose cable is cut. */
export async function startLossyProxy(database: string) {
  const url = new URL(database)
  const child = fork(new URL('lossyProxyProcess.ts', import.meta.url), [url.hostname, url.port || '5432'])
  const sockets: Socket[] = []
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    child.kill('SIGKILL')
  })
  const [port] = await once(child, 'message')
  url.hostname = '127.0.0.1'
  url.port = String(port)
  return {
    url: url.href,
    port: Number(port),
    /** From now on no connection is made, and what goes over those that exist is lost. */
    async lose() {
      child.send('lose')
      await once(child, 'message')
      child.kill('SIGSTOP')
      for (let i = 0; i < fillers; i++) sockets.push(connect(Number(port), '127.0.0.1').on('error', () => {}))
      await Promise.race(sockets.map((socket) => once(socket, 'connect')))
    },
    /** New connections are made again. Over the earlier ones nothing comes for long. */
    mend() {
      child.kill('SIGCONT')
    },
  }
}
