import { once } from 'node:events'
import { get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { endSessionsOf } from '#domain/people/sessions'
import { logEntry } from '#domain/log/entry'
import { completeUploadExternal } from '#methods/files/completeUploadExternal'
import { uploadFile } from '#testing/apps/uploads'
import { createApiClient } from '#testing/calls/apiClient'
import { connectFeedSocket, signIn } from '#testing/feed/socket'
import { connectViewer, type TestViewer } from '#testing/feed/viewer'
import { startServer } from '#testing/server/server'

const signedOut = { code: 4003, reason: 'signed_out' }

describe('the feed of a session that has ended', () => {
  test('[SES-1] closes when its person signs out, and no other browser of that person notices', async () => {
    const { url, request } = await startServer()
    const [here, there] = [await connectViewer(url, 'U0ANA'), await connectViewer(url, 'U0ANA')]

    await request('DELETE', '/session', undefined, { cookie: here.cookie })

    expect(await here.closed).toEqual(signedOut)
    await expectOpen(there)
    expect((await request('GET', '/session', undefined, { cookie: there.cookie })).body['signed_in']).toBe(true)
  })

  test('[SES-2] closes when it expires, by the clock of the server', async () => {
    const { url, request } = await startServer()
    const ana = await connectViewer(url, 'U0ANA')
    const waiting = await connectFeedSocket(url, 'U0ANA')
    await request('POST', '/control/clock', { advance: '719h' })
    const later = await connectViewer(url, 'U0ANA')

    await request('POST', '/control/clock', { advance: '1h' })

    expect(await ana.closed).toEqual(signedOut)
    expect(await waiting.closed).toEqual(signedOut)
    await expectOpen(later)
  })

  test('[SES-1] closes with all others of a person whose sessions are ended', async () => {
    const { url, store } = await startServer()
    const [here, there, ben] = [
      await connectViewer(url, 'U0ANA'),
      await connectViewer(url, 'U0ANA'),
      await connectViewer(url, 'U0BEN'),
    ]
    expect(await store.write((tx) => endSessionsOf(tx, 'T0ACME', 'U0ANA'))).toBe(2)
    expect([await here.closed, await there.closed]).toEqual([signedOut, signedOut])
    await expectOpen(ben)
  })

  test('[SES-1] closes at its first frame if the session ended before, and shows nothing', async () => {
    const { url, request } = await startServer()
    const { socket, closed, cookie } = await connectFeedSocket(url, 'U0ANA')
    const frames: string[] = []
    socket.on('message', (data: Buffer) => frames.push(data.toString()))
    await request('DELETE', '/session', undefined, { cookie })

    socket.send('{"type":"hello","protocol":1}')

    expect(await closed).toEqual(signedOut)
    expect(frames).toEqual([])
  })

  test('[SES-1] closes when its person is deactivated', async () => {
    const { url, store } = await startServer()
    const ana = await connectViewer(url, 'U0ANA')
    await store.write(async (tx) => {
      await tx.updateTable('users').set({ deleted: true }).where('id', '=', 'U0ANA').execute()
      tx.work.log(logEntry('user', 'T0ACME', { subject: 'U0ANA' }))
    })
    expect(await ana.closed).toEqual(signedOut)
  })
})

describe('a file', () => {
  test('[SES-2] is cut off while it is sent, if the session of its reader ends', async () => {
    const { url, request, unexpectedErrors } = await startServer()
    const { call } = createApiClient(url, unexpectedErrors)
    const id = await uploadFile({ call }, { name: 'long.bin', bytes: 'x'.repeat(20_000_000) })
    const { files } = await call(completeUploadExternal, { files: [{ id }], channel_id: 'C0HELP' })
    const cookie = await signIn(url, 'U0ANA')
    const [answer] = await once(
      get(url + new URL(files?.[0]?.url_private ?? '').pathname, { headers: { cookie } }),
      'response',
    )
    await request('DELETE', '/session', undefined, { cookie })

    const reading = (async () => {
      // So slowly that the whole file would take seconds.
      for await (const _ of answer) await sleep(20)
    })()

    await expect(reading).rejects.toThrow('aborted')
    expect(unexpectedErrors).toEqual([])
  })
})

async function expectOpen(viewer: TestViewer): Promise<void> {
  const from = viewer.frames.length
  viewer.send({ type: 'ping' })
  await viewer.next((frame) => frame.type === 'pong', from)
}
