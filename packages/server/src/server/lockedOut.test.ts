import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import WebSocket from 'ws'
import { issueToken } from '#domain/access/tokens'
import { deactivatePerson } from '#domain/people/accounts/deactivate'
import { requirePerson } from '#domain/people/accounts/find'
import { getUploadURLExternal } from '#methods/files/getUploadURLExternal'
import { socketUrl } from '#testing/apps/socketModeClient'
import { startSocketServer } from '#testing/apps/socketServer'
import { createApiClient } from '#testing/calls/apiClient'
import type { News } from '#store/news'
import { onBothDatabases } from '#testing/database/databases'
import { connectViewer } from '#testing/feed/viewer'

const ofAna = { app: 'A0SCOUT', team: 'T0ACME', user: 'U0ANA' }

onBothDatabases('somebody who is deactivated', (open) => {
  async function createScene() {
    const server = await startSocketServer({ store: await open() })
    const { call } = createApiClient(server.url, server.unexpectedErrors)
    const ana = await requirePerson(server.store.db, 'T0ACME', 'U0ANA')
    const token = await server.store.write((tx) =>
      issueToken(tx, { ...ofAna, kind: 'user', scopes: ['files:read', 'files:write'] }),
    )
    const deactivate = () => server.store.write((tx) => deactivatePerson(tx, ana))
    const askForUpload = async (length: number) => {
      const { upload_url: url = '' } = await call(getUploadURLExternal, { filename: 'a.txt', length }, { token })
      return url
    }
    return { ...server, deactivate, askForUpload }
  }

  test('[OPS-4] uploads nothing more at an address that was given out before', async () => {
    const { url, store, deactivate, askForUpload, unexpectedErrors } = await createScene()
    const viewer = await connectViewer(url, 'U0ANA')
    viewer.send({ type: 'upload', id: 'u1', name: 'b.txt', size: 5 })
    const expected = await viewer.next((frame) => frame.type === 'expected')
    const addresses = [await askForUpload(5), url + String(Reflect.get(expected, 'path'))]

    await deactivate()

    const statuses = await Promise.all(
      addresses.map(async (address) => (await fetch(address, { method: 'POST', body: 'Hello' })).status),
    )
    expect(statuses).toEqual([404, 404])
    expect(await store.blobs.listOlderThan(Date.now() + 60_000)).toEqual([])
    expect(unexpectedErrors).toEqual([])
  })

  test('[OPS-4] is cut off in the middle of an upload, and nothing of it stays', async () => {
    const { store, deactivate, askForUpload, unexpectedErrors } = await createScene()
    const [slow, late] = [await askForUpload(10), await askForUpload(5)]
    const begin = async (address: string, length: number) => {
      const upload = httpRequest(address, { method: 'POST', headers: { 'content-length': length } })
      onTestFinished(() => void upload.destroy())
      const ended = once(upload, 'response').then(
        ([answer]) => Number(answer.statusCode),
        () => 'cut' as const,
      )
      await new Promise((done) => upload.write('Hell', done))
      return { ended, complete: () => void upload.end('o') }
    }
    const [sending, completing] = [await begin(slow, 10), await begin(late, 5)]

    await deactivate()
    completing.complete()

    expect(await sending.ended).toBe('cut')
    expect(await completing.ended).not.toBe(200)
    await expect.poll(() => store.blobs.listOlderThan(Date.now() + 60_000)).toEqual([])
    expect(await store.db.selectFrom('files').select('id').where('state', '=', 'received').execute()).toEqual([])
    expect(unexpectedErrors).toEqual([])
  })

  test('[OPS-4] cannot open a socket with a ticket that was given out before', async () => {
    const { url, store, deactivate } = await createScene()
    const token = await store.write((tx) => issueToken(tx, { ...ofAna, kind: 'app', scopes: ['connections:write'] }))
    const address = await socketUrl(url, token)

    await deactivate()

    expect(await statusOf(address)).toBe(401)
  })

  test('[OPS-4] does nothing more over a feed whose end has not been told yet', async () => {
    const { url, store, deactivate, unexpectedErrors } = await createScene()
    const viewer = await connectViewer(url, 'U0ANA')
    // Nobody wakes the feed.
    const tell = store.onLogged
    const kept: News[] = []
    store.onLogged = (news) => kept.push(news)

    await deactivate()
    viewer.send({ type: 'send', id: 'm1', channel: 'C0HELP', text: 'Still here' })
    const outcome = viewer.next((frame) => frame.type === 'refused').catch(() => 'closed')
    await Promise.race([outcome, viewer.closed])
    kept.forEach(tell)

    expect(await viewer.closed).toEqual({ code: 4003, reason: 'signed_out' })
    expect(await store.db.selectFrom('messages').select('ts').where('text', '=', 'Still here').execute()).toEqual([])
    expect(unexpectedErrors).toEqual([])
  })

  test('[OPS-4] cannot sign in with a link that was given out before', async () => {
    const { url, signInLinks, deactivate } = await createScene()
    const code = signInLinks.create('T0ACME', 'U0ANA')
    await deactivate()
    const answer = await fetch(`${url}/sign-in?code=${code}`, { redirect: 'manual' })
    expect(answer.headers.getSetCookie()).toEqual([])
  })
})

/** How the server answers the upgrade; 101 if it opens a socket. */
async function statusOf(address: string): Promise<number> {
  const socket = new WebSocket(address)
  onTestFinished(() => socket.terminate())
  const { promise, resolve } = Promise.withResolvers<number>()
  socket.on('open', () => resolve(101)).on('error', () => {})
  socket.on('unexpected-response', (_, answer) => resolve(answer.statusCode ?? 0))
  return promise
}
