import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { callBytes, openConnection, sendPiecesOver } from '#testing/server/rawCalls'
import { startServer } from '#testing/server/server'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** An answer of about 1 MB, by the fast path or by Node. */
const bigCalls = (by: 'fast path' | 'node') => {
  const word = 'x'.repeat(1_000_000)
  return callBytes('api.test', `word=${word}`, by === 'node' ? ['Upgrade: h2c', 'Connection: Upgrade'] : [])
}

test.each(['fast path', 'node'] as const)(
  '[NET-3] what clients do not take of their answers is bounded for all of them together (%s)',
  async (by) => {
    const server = await startServer()
    const port = Number(new URL(server.url).port)
    const sockets = await Promise.all(Array.from({ length: 12 }, () => openConnection(port)))
    const bytes = bigCalls(by)
    for (const socket of sockets) {
      socket.pause()
      for (let i = 0; i < 12; i++) socket.write(bytes)
    }
    const waiting = async () => {
      const { text } = await server.request('GET', '/metrics')
      return Number(/^rivulet_waiting_bytes (\d+)$/m.exec(text)?.[1])
    }
    let most = 0
    for (let i = 0; i < 20; i++) {
      await sleep(20)
      most = Math.max(most, await waiting())
    }
    // One answer each: nothing more is begun before it is taken.
    expect(most).toBeLessThan(12 * 1_100_000)
    for (const socket of sockets) socket.destroy()
    await expect.poll(waiting).toBe(0)
  },
)

test('[NET-3] a connection that is idle again keeps nothing of its last body', async () => {
  const server = await startServer()
  const port = Number(new URL(server.url).port)
  const sockets = await Promise.all(Array.from({ length: 12 }, () => openConnection(port)))
  collectGarbage()
  const before = process.memoryUsage().arrayBuffers
  for (const socket of sockets) await sendPiecesOver(socket, [bigCalls('node')], 1)
  // Both ends are in this process: what the sockets still copy is let go of a moment later.
  const kept = () => {
    collectGarbage()
    return process.memoryUsage().arrayBuffers - before
  }
  await expect.poll(kept).toBeLessThan(6_000_000)
})

test('[NET-9] what was read and answered gives its memory back at once, not when garbage is collected', async () => {
  const given = vi.spyOn(ArrayBuffer.prototype, 'transfer')
  let freed = 0
  given.mockImplementation(function (this: ArrayBuffer) {
    freed += this.byteLength
    return structuredClone(this, { transfer: [this] })
  })
  onTestFinished(() => given.mockRestore())
  const server = await startServer()
  const port = Number(new URL(server.url).port)
  const call = bigCalls('node')

  // The pieces that were read, Node's copies of them, the whole body and the answer.
  const socket = await openConnection(port)
  socket.write(call)
  socket.resume()
  await expect.poll(() => freed).toBeGreaterThan(3_500_000)
  expect(freed).toBeLessThan(4_100_000)
  socket.destroy()
})
