import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { createInProcessBus } from '#bus/inProcess'
import { openSqlite } from '#store/sqlite/open'
import { loadAcme, dm, text } from '#testing/workspace/domain'
import { Feed } from './feed.ts'
import { Viewer } from './viewer.ts'

test('[PLA-1, STR-8] a viewer that still watches a channel which it may no longer see is sent nothing of it', async () => {
  const { store, start, append, findPerson } = await loadAcme(() => openSqlite(':memory:'))
  const bus = createInProcessBus()
  const unexpectedErrors: unknown[] = []
  const feed = new Feed(store, bus, (error) => unexpectedErrors.push(error))
  store.onLogged = (news) => bus.publish(news)
  const sockets = new WebSocketServer({ port: 0 })
  onTestFinished(async () => {
    await feed.stop()
    for (const socket of sockets.clients) socket.terminate()
    sockets.close()
    await store.close()
  })
  const [ana, ben] = [await connectWatcher('U0ANA'), await connectWatcher('U0BEN')]

  const ts = await start(text('>'))
  await append(ts, text('hush'))
  await expect.poll(() => ana.received()).toContain('hush')
  // This is the last frame that each viewer receives.
  for (const { viewer } of [ana, ben]) viewer.send({ type: 'done', id: 'last', ts })
  await expect.poll(() => ben.received()).toContain('last')
  expect(ben.received()).not.toContain('hush')
  expect(unexpectedErrors).toEqual([])

  /** A viewer that has the direct message of Ana and Scout open, even if this person may not read it. */
  async function connectWatcher(user: string) {
    const socket = new WebSocket(`ws://127.0.0.1:${(sockets.address() as AddressInfo).port}`)
    const frames: string[] = []
    socket.on('message', (data: Buffer) => frames.push(data.toString()))
    const [theirs, request] = await once(sockets, 'connection')
    const viewer = new Viewer(
      { person: await findPerson(user), hash: user, expiresAt: Infinity },
      theirs,
      request.socket,
    )
    feed.viewers.add(viewer)
    await feed.startDelivering(viewer)
    feed.viewers.watch(viewer, dm.id)
    return { viewer, received: () => frames.join('\n') }
  }
})
