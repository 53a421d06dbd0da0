import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { methods } from '#methods/index'
import { callsOf } from '#testing/calls/calls'
import { everyScope, goodArgs, tokenFor } from '#testing/calls/goodCalls'
import { aServer } from '#testing/server/server'
import { at, twins } from '#testing/workspace/twins'
import { type AViewer, aViewer } from '#testing/feed/viewer'

const writing = [...methods.values()].filter(({ effect }) => effect === 'write')

test('after each writing method a viewer that applied what it was told sees what a fresh one is shown', async () => {
  // The team in which viewers sign in.
  const file = twins({ scopes: everyScope }).replaceAll('"T0A"', '"T0ACME"')
  const server = await aServer({ file })
  const { call } = callsOf(server.url, server.defects)
  const ground = { ...at('A'), team: 'T0ACME', call, store: server.store, words: 'Hm' }
  let told = 0
  for (const method of writing) {
    const viewer = await looking()
    const before = viewer.frames.length
    const args = await goodArgs(method, ground)
    expect(await call(method, args, { token: tokenFor(method, ground) }), method.name).toMatchObject({ ok: true })
    for (let tries = 0; ; tries++) {
      const fresh = await looking()
      const [applied, fetched] = [seenBy(viewer), seenBy(fresh)]
      fresh.socket.terminate()
      if (isDeepStrictEqual(applied, fetched)) break
      // It may not have been told yet.
      if (tries === 50) expect(applied, method.name).toEqual(fetched)
      await new Promise((done) => setTimeout(done, 40))
    }
    if (viewer.frames.length > before) told++
    viewer.socket.terminate()
  }
  // Most of them show something; else nothing was compared.
  expect(told).toBeGreaterThan(writing.length / 2)
  expect(server.defects).toEqual([])

  async function looking(): Promise<AViewer> {
    const viewer = await aViewer(server.url, ground.user)
    await viewer.open(ground.channel)
    viewer.send({ type: 'thread', channel: ground.channel, thread_ts: ground.ts })
    await viewer.next((frame) => frame.type === 'thread')
    return viewer
  }

  /** Of messages those of the channel that is open, with the thread that is. */
  function seenBy(viewer: AViewer) {
    const elsewhere = new Set(
      viewer.frames.flatMap((frame) =>
        frame.type === 'message' && frame.channel !== ground.channel ? [frame.message.ts] : [],
      ),
    )
    const { messages, ...rest } = viewer.seen()
    return {
      ...rest,
      messages: messages.filter(
        ({ ts, thread_ts }) => !elsewhere.has(ts) && (thread_ts === undefined || thread_ts === ground.ts),
      ),
      channels: [...viewer.channels.values()].toSorted(byId),
      users: [...viewer.users.values()].toSorted(byId),
      offers: viewer.offers,
    }
  }
})

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
