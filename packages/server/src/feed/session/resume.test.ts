import { markdownFromReply } from '@rivulet/blocks/streamedReply'
import { describe, expect, test, vi } from 'vitest'
import { LogCleaner } from '#domain/sweep/log'
import { logEntry } from '#domain/log/entry'
import { sendMessage } from '#domain/people/messages/send'
import { dm, text } from '#testing/workspace/domain'
import { connectViewer } from '#testing/feed/viewer'
import { closeReasons } from '#feed/protocol/closeReasons'
import type { ServerFrame } from '#feed/protocol/serverFrames'
import { startFeedServer } from '#testing/feed/feedServer'

describe('a viewer that comes back', () => {
  const welcomed = (frame: ServerFrame) => (frame.type === 'welcome' ? frame.reset : frame.type)

  test('with its cursor resumes during deltas: none is missing, none is applied twice', async () => {
    const { url, start, append } = await startFeedServer()
    const before = await connectViewer(url, 'U0ANA')
    await before.open(dm.id)
    const ts = await start(text('>'))
    const words: string[] = []
    const more = async () => {
      words.push(` ${words.length}`)
      await append(ts, text(words.at(-1)!))
    }
    while (words.length < 20) await more()
    await before.until(() => before.messages.get(ts)?.stream?.n === 21)
    before.socket.terminate()
    while (words.length < 40) await more()

    let going = true
    const writing = (async () => {
      while (going) await more().then(() => new Promise((done) => setTimeout(done, 2)))
    })()
    const epoch = before.firstFrame.type === 'welcome' ? before.firstFrame.epoch : ''
    const after = await connectViewer(
      url,
      'U0ANA',
      { after: before.progress.seq, epoch, watching: [dm.id] },
      { messages: before.messages },
    )
    expect(after.firstFrame).toMatchObject({ type: 'resumed', seq: before.progress.seq, epoch })
    await new Promise((done) => setTimeout(done, 100))
    going = false
    await writing
    const shown = () => {
      const stream = after.messages.get(ts)?.stream
      return stream ? markdownFromReply(stream.reply) : undefined
    }
    await after.until(() => shown() === `>${words.join('')}`)
    expect(after.progress.refetches).toBe(0)
  })

  test('is sent a stream as it is now, even if there are no more deltas', async () => {
    const { url, start, append } = await startFeedServer()
    const before = await connectViewer(url, 'U0ANA')
    await before.open(dm.id)
    const ts = await start(text('a'))
    await before.until(() => before.messages.has(ts))
    before.socket.terminate()
    await append(ts, text('b'))
    const epoch = before.firstFrame.type === 'welcome' ? before.firstFrame.epoch : ''
    // The cursor is past the delta, as if the server had dropped the delta because the socket was full.
    const after = await connectViewer(
      url,
      'U0ANA',
      { after: before.progress.seq + 3, epoch, watching: [dm.id] },
      { messages: before.messages },
    )
    await after.until(() => after.messages.get(ts)?.stream?.n === 2)
    expect(after.progress.refetches).toBe(0)
  })

  test('learns of a channel that it may not see any more, also if its snapshot is taken again', async () => {
    const { url, store } = await startFeedServer()
    const before = await connectViewer(url, 'U0ANA')
    await before.open('C0SECRET')
    before.socket.terminate()
    await store.write(async (tx) => {
      await tx.deleteFrom('members').where('channel_id', '=', 'C0SECRET').where('user_id', '=', 'U0ANA').execute()
      tx.work.log(logEntry('channel', 'T0ACME', { channelId: 'C0SECRET' }))
    })
    const snapshot = store.snapshot.bind(store)
    vi.spyOn(store, 'snapshot').mockImplementation((read) => snapshot(read).then(() => snapshot(read)))
    const epoch = before.firstFrame.type === 'welcome' ? before.firstFrame.epoch : ''
    const after = await connectViewer(url, 'U0ANA', { after: before.progress.seq, epoch, watching: ['C0SECRET'] })
    const gone = await after.next((frame) => frame.type === 'channel_changed')
    expect(gone).toMatchObject({ id: 'C0SECRET', channel: null })
  })

  test('over a slow line gets further each time it is cut off', async () => {
    const { url, store, findPerson } = await startFeedServer()
    const before = await connectViewer(url, 'U0ANA')
    const epoch = before.firstFrame.type === 'welcome' ? before.firstFrame.epoch : ''
    before.socket.terminate()
    const ben = await findPerson('U0BEN')
    await Promise.all(
      Array.from({ length: 800 }, (_, i) =>
        store.write((tx) => sendMessage(tx, ben, { channelId: 'C0GENERAL', text: `${i}` })),
      ),
    )
    let after = before.progress.seq
    const read = new Set<string>()
    let times = 0
    for (; read.size < 800; times++) {
      const viewer = await connectViewer(url, 'U0ANA', { after, epoch })
      const from = after
      // The viewer disconnects as soon as its `seq` has changed. The next connection continues from that number.
      await viewer.until(() => viewer.progress.seq > from || read.union(new Set(viewer.messages.keys())).size >= 800)
      for (const ts of viewer.messages.keys()) read.add(ts)
      after = viewer.progress.seq
      viewer.socket.terminate()
    }
    expect(times).toBeGreaterThan(2)
    expect(times).toBeLessThan(6)
  })

  test('is sent what happened meanwhile, also outside the channels that it watches', async () => {
    const { url, start, stop, store } = await startFeedServer()
    const before = await connectViewer(url, 'U0ANA')
    const epoch = before.firstFrame.type === 'welcome' ? before.firstFrame.epoch : ''
    before.socket.terminate()
    const ts = await start(text('a'))
    await stop(ts)
    await store.write(async (tx) => tx.work.log(logEntry('user', 'T0ACME', { subject: 'U0BEN' })))
    const after = await connectViewer(url, 'U0ANA', { after: before.progress.seq, epoch })
    await after.until(() => after.messages.has(ts) && after.frames.some(({ type }) => type === 'user_changed'))
    expect(after.messages.get(ts)).toMatchObject({ streaming_state: 'completed', text: 'a' })
    expect(after.frames.filter(({ type }) => type === 'delta')).toEqual([])
  })

  test('with a cursor of another epoch starts anew', async () => {
    const { url } = await startFeedServer()
    expect(welcomed((await connectViewer(url, 'U0ANA', { after: 0, epoch: 'another' })).firstFrame)).toBe('other_epoch')
    expect(welcomed((await connectViewer(url, 'U0ANA', { after: 0 })).firstFrame)).toBe('other_epoch')
    expect(welcomed((await connectViewer(url, 'U0ANA')).firstFrame)).toBeUndefined()
  })

  test('with a cursor from the future or too far back starts anew', async () => {
    const { url, store } = await startFeedServer()
    const { firstFrame } = await connectViewer(url, 'U0ANA')
    const epoch = firstFrame.type === 'welcome' ? firstFrame.epoch : ''
    expect(welcomed((await connectViewer(url, 'U0ANA', { after: 1, epoch })).firstFrame)).toBe('future_cursor')
    await store.write(async (tx) => {
      for (let i = 0; i < 5000; i++) tx.work.log(logEntry('message', 'T0NETS', { channelId: 'C0NETS', ts: '1.1' }))
    })
    expect(welcomed((await connectViewer(url, 'U0ANA', { after: 1, epoch })).firstFrame)).toBe('resumed')
    expect(welcomed((await connectViewer(url, 'U0ANA', { after: 0, epoch })).firstFrame)).toBe('outdated_cursor')
    await store.write((tx) => tx.deleteFrom('log').where('seq', '<', 4000).execute())
    expect(welcomed((await connectViewer(url, 'U0ANA', { after: 3998, epoch })).firstFrame)).toBe('outdated_cursor')
    expect(welcomed((await connectViewer(url, 'U0ANA', { after: 3999, epoch })).firstFrame)).toBe('resumed')
  })

  test('with a cursor before the cleared part of the log starts anew, even if an open stream keeps older deltas', async () => {
    const { url, store, request, start, append } = await startFeedServer()
    const before = await connectViewer(url, 'U0ANA')
    const epoch = before.firstFrame.type === 'welcome' ? before.firstFrame.epoch : ''
    before.socket.terminate()
    const ts = await start(text('a'))
    await store.write(async (tx) => {
      for (let i = 0; i < 5000; i++) tx.work.log(logEntry('read', 'T0ACME', { channelId: 'C0HELP', subject: 'U0BEN' }))
    })
    for (let i = 0; i < 3; i++) {
      await request('POST', '/control/clock', { advance: '9m' })
      await append(ts, text('b'))
      await new LogCleaner(store).run({ during: Infinity })
    }
    const kept = await store.db.selectFrom('log').select(['seq', 'kind']).orderBy('seq').execute()
    const [first = 0, second = 0] = kept.map(({ seq }) => seq)
    expect(kept[0]).toMatchObject({ kind: 'delta' })
    expect(second).toBeGreaterThan(first + 1)

    const after = await connectViewer(url, 'U0ANA', { after: first, epoch, watching: [dm.id] })
    expect(welcomed(after.firstFrame)).toBe('outdated_cursor')
    await after.open(dm.id)
    expect(after.messages.get(ts)?.stream).toMatchObject({ n: 4, reply: { parts: [{ text: 'abbb' }] } })
  })

  test('after its team has changed starts anew once, and resumes from there', async () => {
    const { url, store } = await startFeedServer()
    const before = await connectViewer(url, 'U0ANA')
    const epoch = before.firstFrame.type === 'welcome' ? before.firstFrame.epoch : ''
    await store.write((tx) => tx.work.log(logEntry('team', 'T0ACME')))
    expect(await before.closed).toEqual({ code: closeReasons.restarting, reason: 'restarting' })

    const again = await connectViewer(url, 'U0ANA', { after: before.progress.seq, epoch })
    expect(welcomed(again.firstFrame)).toBe('team_changed')
    again.socket.terminate()
    const third = await connectViewer(url, 'U0ANA', { after: again.progress.seq, epoch })
    expect(welcomed(third.firstFrame)).toBe('resumed')
  })

  test('after a reset in development starts anew', async () => {
    const { url, request } = await startFeedServer()
    const before = await connectViewer(url, 'U0ANA')
    const epoch = before.firstFrame.type === 'welcome' ? before.firstFrame.epoch : ''
    await request('POST', '/control/reset')
    expect(await before.closed).toEqual({ code: closeReasons.restarting, reason: 'restarting' })
    expect(welcomed((await connectViewer(url, 'U0ANA', { after: before.progress.seq, epoch })).firstFrame)).toBe(
      'other_epoch',
    )
  })
})
