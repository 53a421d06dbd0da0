import { describe, expect, test } from 'vitest'
import { startFeedServer } from '#testing/feed/feedServer'
import { connectViewer, type TestViewer } from '#testing/feed/viewer'
import { startPushService } from '#testing/apps/pushService'
import { createNodes, say } from '#testing/nodes/nodes'
import { postgres } from '#testing/database/postgres'
import { startServer } from '#testing/server/server'
import type { ClientFrame } from '#feed/protocol/clientFrames'
import type { ServerFrame } from '#feed/protocol/serverFrames'

type WithoutId<Frame> = Frame extends { id: string } ? Omit<Frame, 'id'> : never
const help = 'C0HELP'

test('[NTF-9] a browser subscribes with the key of the server, until it does not want to or signs out', async () => {
  const { url, store } = await startFeedServer()
  const { subscribe } = await startPushService()
  const [ana, other] = [await connectViewer(url, 'U0ANA'), await connectViewer(url, 'U0ANA')]
  const { key, text } = (await ask(ana, { type: 'push_key' })) as Extract<ServerFrame, { type: 'push_key' }>
  expect([Buffer.from(key ?? '', 'base64url').length, text]).toEqual([65, true])
  const kept = () => store.db.selectFrom('push_subscriptions').select(['endpoint', 'shows_text']).execute()
  const [laptop, phone] = [subscribe('laptop'), subscribe('phone')]
  expect(await ask(ana, { type: 'subscribe', ...laptop, text: true })).toMatchObject({ type: 'done' })
  // The same browser in another session: it is notified once.
  expect(await ask(other, { type: 'subscribe', ...laptop, text: false })).toMatchObject({ type: 'done' })
  expect(await kept()).toEqual([{ endpoint: laptop.endpoint, shows_text: false }])
  expect(await ask(ana, { type: 'subscribe', ...phone, text: true })).toMatchObject({ type: 'done' })
  expect(await ask(other, { type: 'unsubscribe' })).toMatchObject({ type: 'done' })
  expect(await kept()).toEqual([{ endpoint: phone.endpoint, shows_text: true }])
  await fetch(`${url}/session`, { method: 'DELETE', headers: { cookie: ana.cookie, origin: url } })
  await expect.poll(kept).toEqual([])
  await ana.closed
})

test('[NTF-9] what is no address of a push service is refused with what is wrong, and leaves no trace', async () => {
  const { url, store } = await startFeedServer()
  const { subscribe } = await startPushService()
  const ana = await connectViewer(url, 'U0ANA')
  const good = { type: 'subscribe', ...subscribe('a'), text: true } as const
  const wrong = [{ endpoint: 'ftp://a.example/x' }, { endpoint: 'https://ana:pw@a.example/' }, { p256dh: 'AAAA' }]
  for (const one of [...wrong, { auth: 'AAAA' }, { endpoint: 'nonsense' }])
    expect(await ask(ana, { ...good, ...one })).toMatchObject({
      error: 'invalid_arguments',
      detail: expect.stringContaining(`"${Object.keys(one)[0]}" needs to be`),
    })
  expect(await store.db.selectFrom('push_subscriptions').selectAll().execute()).toEqual([])
})

test('[NTF-8] a server that pushes nothing says so', async () => {
  const { url } = await startServer({ settings: { push: 'off' } })
  const { subscribe } = await startPushService()
  const ana = await connectViewer(url, 'U0ANA')
  expect(await ask(ana, { type: 'push_key' })).toMatchObject({ key: null, text: false })
  expect(await ask(ana, { type: 'subscribe', ...subscribe('a'), text: true })).toMatchObject({ error: 'not_allowed' })
})

describe.skipIf(!postgres)('on several nodes', () => {
  test('[NTF-10] a message is pushed once, and not while a window is in sight at another node', async () => {
    const { launch, unexpectedErrors } = await createNodes()
    const nodes = [await launch(), await launch()]
    const [first, second] = [nodes[0]!, nodes[1]!]
    const { received, subscribe, service } = await startPushService()
    const ben = await connectViewer(second.url, 'U0BEN')
    await ask(ben, { type: 'subscribe', ...subscribe('phone'), text: true })
    const pushed = async () => {
      for (const { store } of nodes) store.db.clock.advance(2000)
      await expect.poll(() => second.store.db.selectFrom('pushes').selectAll().execute()).toEqual([])
      return service.bodies()
    }
    await say(first, '<@U0BEN> one', help)
    expect(await pushed()).toEqual(['@Ben Okafor one'])
    ben.send({ type: 'sight', in_sight: true })
    await expect.poll(() => first.store.db.selectFrom('windows_in_sight').selectAll().execute()).toHaveLength(1)
    await say(first, '<@U0BEN> two', help)
    expect(await pushed()).toEqual(['@Ben Okafor one'])
    // A window that is closed is not in sight.
    ben.socket.close()
    await expect.poll(() => first.store.db.selectFrom('windows_in_sight').selectAll().execute()).toEqual([])
    await say(second, '<@U0BEN> three', help)
    expect(await pushed()).toEqual(['@Ben Okafor one', '@Ben Okafor three'])
    expect(received).toHaveLength(2)
    expect(unexpectedErrors).toEqual([])
  })
})

/** Sends a request, and returns its answer. */
async function ask(viewer: TestViewer, frame: WithoutId<ClientFrame>): Promise<ServerFrame> {
  const id = crypto.randomUUID()
  viewer.send({ ...frame, id } as ClientFrame)
  return viewer.next((answer) => 'id' in answer && answer.id === id)
}
