import { markdownFromReply } from '@rivulet/blocks/streamedReply'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { EventRecorder } from '#delivery/outbox/eventRecorder'
import { findChannel } from '#domain/channels/find'
import { setStatus } from '#domain/threads/status'
import { actionsOn, dm, rootTs, text } from '#testing/workspace/domain'
import { startServer } from '#testing/server/server'
import { connectViewer, type TestViewer } from '#testing/feed/viewer'
import type { ServerFrame } from '#feed/protocol/serverFrames'

const isDelta = (frame: ServerFrame) => frame.type === 'delta'

async function startFeedServer() {
  const server = await startServer()
  return { ...server, ...actionsOn(server.store) }
}

function textOf(viewer: TestViewer, ts: string): string | undefined {
  const stream = viewer.messages.get(ts)?.stream
  return stream ? markdownFromReply(stream.reply) : undefined
}

describe('the feed', () => {
  test('[ROM-13] welcomes a person with everything but messages, and their own channels', async () => {
    const { url } = await startFeedServer()
    const { firstFrame } = await connectViewer(url, 'U0BEN')
    if (firstFrame.type !== 'welcome') throw new Error(firstFrame.type)
    expect(firstFrame).toMatchObject({
      you: 'U0BEN',
      team: { id: 'T0ACME', name: 'Acme', domain: 'acme' },
      emoji: { shipit: 'alias:rocket' },
    })
    expect(firstFrame.epoch).not.toBe('')
    expect(firstFrame.users.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['U0ANA', 'U0BEN', 'U0SCOUT', 'U0GONE']),
    )
    expect(firstFrame.users.find(({ id }) => id === 'U0SCOUT')).toMatchObject({
      app_id: 'A0SCOUT',
      description: 'Answers from what the company knows',
    })
    const channels = firstFrame.channels.map(({ id }) => id)
    expect(channels).toEqual(expect.arrayContaining(['C0GENERAL', 'C0HELP', 'C0NOBOT']))
    for (const hidden of ['C0OLD', 'C0SECRET', 'D0ANASCOUT', 'C0VANISHED', 'C0CANVAS', 'C0STRICT'])
      expect(channels).not.toContain(hidden)
  })

  test('shows deltas without reading the log, and has nobody look for events of apps', async () => {
    const { url, store, start, append, stop } = await startFeedServer()
    const ana = await connectViewer(url, 'U0ANA')
    await ana.open(dm.id)
    const ts = await start(text('a'))
    await ana.until(() => textOf(ana, ts) === 'a')
    const looks = vi.spyOn(EventRecorder.prototype, 'wake')
    const read = store.db.selectFrom
    onTestFinished(() => {
      looks.mockRestore()
      store.db.selectFrom = read
    })
    store.db.selectFrom = ((...args: Parameters<typeof read>) => {
      if (args[0] === 'log') throw new Error('The log is read.')
      return read.apply(store.db, args)
    }) as typeof read
    for (const more of ['b', 'c']) await append(ts, text(more))
    await ana.until(() => textOf(ana, ts) === 'abc')
    expect(looks).not.toHaveBeenCalled()

    store.db.selectFrom = read
    await stop(ts)
    await ana.until(() => ana.messages.get(ts)?.streaming_state === 'completed')
    expect(looks).toHaveBeenCalled()
  })

  test('shows a new message, its thread and a status', async () => {
    const { url, store, start, append, stop, findCaller } = await startFeedServer()
    const ana = await connectViewer(url, 'U0ANA')
    await ana.open(dm.id)
    const ts = await start(text('a'))
    await ana.until(() => textOf(ana, ts) === 'a')
    expect(ana.messages.get(ts)).toMatchObject({
      thread_ts: rootTs,
      user: 'U0SCOUT',
      app_id: 'A0SCOUT',
      streaming_state: 'in_progress',
    })
    await append(ts, text('b'))
    await ana.until(() => textOf(ana, ts) === 'ab')
    await stop(ts)
    await ana.until(() => ana.messages.get(ts)?.streaming_state === 'completed')
    expect(ana.messages.get(ts)).toMatchObject({ text: 'ab', ended_by: 'app', blocks: [{ type: 'rich_text' }] })
    expect(ana.messages.get(rootTs)).toMatchObject({ replies: { count: 1, users: ['U0SCOUT'], latest: ts } })

    const app = (await findCaller('xoxb-acme-scout')).app!
    const channel = (await findChannel(store.db, dm.team_id, dm.id))!
    const appearance = { username: undefined, iconEmoji: undefined, iconUrl: undefined }
    const status = { channel, app, appearance, threadTs: rootTs, userId: app.botUser, loadingMessages: ['One'] }
    await store.write((tx) => setStatus(tx, { ...status, text: 'reads' }))
    await ana.until(() => ana.statuses.size === 1)
    expect([...ana.statuses.values()]).toMatchObject([
      { text: 'Scout reads', loading_messages: ['One'], user: 'U0SCOUT' },
    ])
    await store.write((tx) => setStatus(tx, { ...status, text: '' }))
    await ana.until(() => ana.statuses.size === 0)
  })

  test('joins deltas that arrive together into a few frames, in order', async () => {
    const { url, start, append } = await startFeedServer()
    const ana = await connectViewer(url, 'U0ANA')
    await ana.open(dm.id)
    const ts = await start()
    await ana.until(() => ana.messages.has(ts))
    const words = Array.from({ length: 300 }, (_, i) => ` ${i}`)
    await Promise.all(words.map((word) => append(ts, text(word))))
    await ana.until(() => textOf(ana, ts) === words.join(''))
    const deltas = ana.frames.filter(isDelta)
    expect(deltas.length).toBeLessThan(100)
    for (const delta of deltas) expect(delta.chunks).toHaveLength(1)
    expect(ana.progress).toMatchObject({ refetches: 0, repeats: 0 })
  })

  test('shows a viewer that joins midway the stream so far, then every delta once', async () => {
    const { url, start, append, stop, readMessage } = await startFeedServer()
    const ts = await start(text('>'))
    let going = true
    const words: string[] = []
    const writing = (async () => {
      while (going) {
        words.push(` ${words.length}`)
        await append(ts, text(words.at(-1)!))
        if (words.length % 7 === 0) await new Promise((done) => setTimeout(done, 3))
      }
    })()
    const viewers: TestViewer[] = []
    for (let i = 0; i < 6; i++) {
      const viewer = await connectViewer(url, 'U0ANA')
      await viewer.open(dm.id)
      expect(textOf(viewer, ts)).toMatch(/^>/)
      viewers.push(viewer)
    }
    going = false
    await writing
    for (const viewer of viewers) {
      await viewer.until(() => textOf(viewer, ts) === `>${words.join('')}`)
      expect(viewer.progress.refetches).toBe(0)
    }
    await stop(ts)
    expect((await readMessage(ts))?.markdown).toBe(`>${words.join('')}`)
  })

  test('sends changes that happen while a snapshot is read after the snapshot', async () => {
    const { url, store, start, append } = await startFeedServer()
    const ts = await start(text('>'))
    const viewer = await connectViewer(url, 'U0ANA')
    const read = store.snapshot.bind(store)
    // The snapshot is out of date when it is sent.
    store.snapshot = async (fn) => {
      const value = await read(fn)
      for (const word of ['a', 'b', 'c']) {
        await append(ts, text(word))
        await new Promise((done) => setTimeout(done, 40))
      }
      return value
    }
    await viewer.open(dm.id)
    await viewer.until(() => textOf(viewer, ts) === '>abc')
    const frameTypes = viewer.frames.map(({ type }) => type)
    expect(frameTypes.indexOf('channel')).toBeLessThan(frameTypes.indexOf('delta'))
    store.snapshot = read
    await append(ts, text('d'))
    await viewer.until(() => textOf(viewer, ts) === '>abcd')
    expect(viewer.progress).toMatchObject({ refetches: 0 })
  })

  test('shows that a stream has timed out', async () => {
    const { url, request, start } = await startFeedServer()
    const ana = await connectViewer(url, 'U0ANA')
    await ana.open(dm.id)
    const ts = await start(text('a'))
    await ana.until(() => ana.messages.has(ts))
    await request('POST', '/control/clock', { advance: '10m' })
    await ana.until(() => ana.messages.get(ts)?.streaming_state === 'errored')
    expect(ana.messages.get(ts)).toMatchObject({ ended_by: 'idle', text: 'a' })
  })
})
