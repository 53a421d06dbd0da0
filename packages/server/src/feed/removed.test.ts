import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { memoryBus } from '#bus/memory'
import { openSqlite } from '#store/sqlite/open'
import { aScene, dm, text } from '#testing/workspace/domain'
import { Feed } from './feed.ts'
import { Viewer } from './viewer.ts'

test('[PLA, STR-8] a feed that still counts somebody among those who watch gives them nothing of a place that they may not see', async () => {
  const { store, start, append, person } = await aScene(() => openSqlite(':memory:'))
  const bus = memoryBus()
  const defects: unknown[] = []
  const feed = new Feed(store, bus, (defect) => defects.push(defect))
  store.onLogged = () => bus.wake()
  await feed.start()
  const sockets = new WebSocketServer({ port: 0 })
  onTestFinished(async () => {
    await feed.stop()
    for (const socket of sockets.clients) socket.terminate()
    sockets.close()
    await store.close()
  })
  const [ana, ben] = [await aWatcher('U0ANA'), await aWatcher('U0BEN')]

  const ts = await start(text('>'))
  await append(ts, text('hush'))
  await expect.poll(() => ana.told()).toContain('hush')
  // The last that each is told.
  for (const { viewer } of [ana, ben]) viewer.send({ type: 'done', id: 'last', ts })
  await expect.poll(() => ben.told()).toContain('last')
  expect(ben.told()).not.toContain('hush')
  expect(defects).toEqual([])

  /** Somebody who has the direct message of Ana and Scout open, whoever they are. */
  async function aWatcher(user: string) {
    const socket = new WebSocket(`ws://127.0.0.1:${(sockets.address() as AddressInfo).port}`)
    const frames: string[] = []
    socket.on('message', (data: Buffer) => frames.push(data.toString()))
    const [theirs, request] = await once(sockets, 'connection')
    const viewer = new Viewer(await person(user), theirs, request.socket)
    feed.enter(viewer)
    feed.join(viewer)
    feed.watch(viewer, dm.id)
    return { viewer, told: () => frames.join('\n') }
  }
})
