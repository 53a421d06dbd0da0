import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { methods } from '#methods/index'
import { createApiClient } from '#testing/calls/apiClient'
import { everyScope, tokenFor } from '#testing/calls/tokens'
import { minimalArgs } from '#testing/calls/minimalArgs'
import { startServer } from '#testing/server/server'
import { teamIds, twoTeamsFile } from '#testing/workspace/twoTeams'
import { type TestViewer, connectViewer } from '#testing/feed/viewer'

const writing = [...methods.values()].filter(({ effect }) => effect === 'write')

test('after each writing method, a viewer that applied all frames sees the same as a new one', async () => {
  // The team in which viewers sign in.
  const file = twoTeamsFile({ scopes: everyScope }).replaceAll('"T0A"', '"T0ACME"')
  const server = await startServer({ file })
  const { call } = createApiClient(server.url, server.unexpectedErrors)
  const context = { ...teamIds('A'), team: 'T0ACME', call, store: server.store, text: 'Hm' }
  let visibleChanges = 0
  for (const method of writing) {
    const viewer = await connectAndOpen()
    const before = viewer.frames.length
    const args = await minimalArgs(method, context)
    expect(await call(method, args, { token: tokenFor(method, context) }), method.name).toMatchObject({ ok: true })
    for (let tries = 0; ; tries++) {
      const fresh = await connectAndOpen()
      const [applied, fetched] = [stateOf(viewer), stateOf(fresh)]
      fresh.socket.terminate()
      if (isDeepStrictEqual(applied, fetched)) break
      // The frames of the change may still be on their way.
      if (tries === 300) expect(applied, method.name).toEqual(fetched)
      await new Promise((done) => setTimeout(done, 40))
    }
    // Frames about what is not compared may come even later.
    for (let tries = 0; tries < 6 && viewer.frames.length === before; tries++)
      await new Promise((done) => setTimeout(done, 40))
    if (viewer.frames.length > before) visibleChanges++
    viewer.socket.terminate()
  }
  // Most methods must change something visible. Otherwise the comparison proves nothing.
  expect(visibleChanges).toBeGreaterThan(writing.length / 2)
  expect(server.unexpectedErrors).toEqual([])

  async function connectAndOpen(): Promise<TestViewer> {
    const viewer = await connectViewer(server.url, context.user)
    await viewer.open(context.channel)
    viewer.send({ type: 'thread', channel: context.channel, thread_ts: context.ts })
    await viewer.next((frame) => frame.type === 'thread')
    await viewer.loadAllChannels()
    return viewer
  }

  /** What the viewer shows. It leaves out messages outside the open channel and the open thread. */
  function stateOf(viewer: TestViewer) {
    const elsewhere = new Set(
      viewer.frames.flatMap((frame) =>
        frame.type === 'message' && frame.channel !== context.channel ? [frame.message.ts] : [],
      ),
    )
    const { messages, ...rest } = viewer.visible()
    return {
      ...rest,
      messages: messages.filter(
        ({ ts, thread_ts }) => !elsewhere.has(ts) && (thread_ts === undefined || thread_ts === context.ts),
      ),
      channels: [...viewer.channels.values()].toSorted(byId),
      users: [...viewer.users.values()].toSorted(byId),
      offers: viewer.offers,
    }
  }
  // It grows with the methods, and a busy machine takes several times as long.
}, 180_000)

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
