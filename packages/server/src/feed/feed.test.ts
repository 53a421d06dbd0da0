import { markdownOf } from '@rivulet/blocks/reply'
import { describe, expect, test } from 'vitest'
import { findChannel } from '#domain/channels/find'
import { entry } from '#domain/log/entry'
import { say } from '#domain/people/actions'
import { setStatus } from '#domain/threads/status'
import { actsOn, dm, rootTs, text } from '#testing/workspace/domain'
import { aServer } from '#testing/server/server'
import { type AViewer, aViewer } from '#testing/feed/viewer'
import type { ServerFrame } from './protocol.ts'

const isDelta = (frame: ServerFrame) => frame.type === 'delta'
const general = { team_id: 'T0ACME', id: 'C0GENERAL' }
const forAna = { channel: 'C0GENERAL', user: 'U0ANA', team: 'T0ACME' }

async function aFeed() {
  const server = await aServer()
  return { ...server, ...actsOn(server.store) }
}

function textOf(viewer: AViewer, ts: string): string | undefined {
  const stream = viewer.messages.get(ts)?.stream
  return stream ? markdownOf(stream.reply) : undefined
}

describe('the feed', () => {
  test('welcomes a person with all that they need but messages', async () => {
    const { url } = await aFeed()
    const { first } = await aViewer(url, 'U0BEN')
    if (first.type !== 'welcome') throw new Error(first.type)
    expect(first).toMatchObject({
      you: 'U0BEN',
      team: { id: 'T0ACME', name: 'Acme', domain: 'acme' },
      emoji: { shipit: 'alias:rocket' },
    })
    expect(first.epoch).not.toBe('')
    expect(first.users.map(({ id }) => id)).toEqual(expect.arrayContaining(['U0ANA', 'U0BEN', 'U0SCOUT', 'U0GONE']))
    expect(first.users.find(({ id }) => id === 'U0SCOUT')).toMatchObject({
      app_id: 'A0SCOUT',
      description: 'Answers from what the company knows',
    })
    const channels = first.channels.map(({ id }) => id)
    expect(channels).toEqual(expect.arrayContaining(['C0GENERAL', 'C0HELP', 'C0NOBOT', 'C0OLD']))
    for (const hidden of ['C0SECRET', 'D0ANASCOUT', 'C0VANISHED', 'C0CANVAS', 'C0STRICT'])
      expect(channels).not.toContain(hidden)
    expect(first.channels.find(({ id }) => id === 'C0OLD')).toMatchObject({ archived: true, member: false })
  })

  test('shows a message, its thread and a status as they come', async () => {
    const { url, store, start, append, stop, callerOf } = await aFeed()
    const ana = await aViewer(url, 'U0ANA')
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

    const app = (await callerOf('xoxb-acme-scout')).app!
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

  test('joins the deltas of a stream that come together into few frames, in order', async () => {
    const { url, start, append } = await aFeed()
    const ana = await aViewer(url, 'U0ANA')
    await ana.open(dm.id)
    const ts = await start()
    await ana.until(() => ana.messages.has(ts))
    const words = Array.from({ length: 300 }, (_, i) => ` ${i}`)
    await Promise.all(words.map((word) => append(ts, text(word))))
    await ana.until(() => textOf(ana, ts) === words.join(''))
    const deltas = ana.frames.filter(isDelta)
    expect(deltas.length).toBeLessThan(100)
    for (const delta of deltas) expect(delta.chunks).toHaveLength(1)
    expect(ana.sight).toMatchObject({ asked: 0, repeats: 0 })
  })

  test('shows who joins in the middle what was said so far, then every delta, once', async () => {
    const { url, start, append, stop, message } = await aFeed()
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
    const viewers: AViewer[] = []
    for (let i = 0; i < 6; i++) {
      const viewer = await aViewer(url, 'U0ANA')
      await viewer.open(dm.id)
      expect(textOf(viewer, ts)).toMatch(/^>/)
      viewers.push(viewer)
    }
    going = false
    await writing
    for (const viewer of viewers) {
      await viewer.until(() => textOf(viewer, ts) === `>${words.join('')}`)
      expect(viewer.sight.asked).toBe(0)
    }
    await stop(ts)
    expect((await message(ts))?.markdown).toBe(`>${words.join('')}`)
  })

  test('shows what happens while a snapshot is read after the snapshot, however long that takes', async () => {
    const { url, store, start, append } = await aFeed()
    const ts = await start(text('>'))
    const viewer = await aViewer(url, 'U0ANA')
    const read = store.snapshot.bind(store)
    // What was read is old by the time at which it is sent.
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
    const told = viewer.frames.map(({ type }) => type)
    expect(told.indexOf('channel')).toBeLessThan(told.indexOf('delta'))
    store.snapshot = read
    await append(ts, text('d'))
    await viewer.until(() => textOf(viewer, ts) === '>abcd')
    expect(viewer.sight).toMatchObject({ asked: 0 })
  })

  test('[STR-8] shows a stream that is for one person to nobody else until it ends', async () => {
    const { url, start, append } = await aFeed()
    const [ana, ben, late] = [await aViewer(url, 'U0ANA'), await aViewer(url, 'U0BEN'), await aViewer(url, 'U0BEN')]
    for (const viewer of [ana, ben]) await viewer.open('C0GENERAL')
    const ts = await start(text('secret '), forAna)
    await append(ts, text('words'), general)
    await ana.until(() => textOf(ana, ts) === 'secret words')
    await ben.until(() => ben.messages.has(ts))
    await late.open('C0GENERAL')
    late.send({ type: 'thread', channel: 'C0GENERAL', thread_ts: rootTs })
    const thread = await late.next((frame) => frame.type === 'thread')
    expect(ben.messages.get(ts)).toMatchObject({ streaming_state: 'in_progress', stream: null, text: '', blocks: [] })
    expect(thread.type === 'thread' && thread.messages.find((message) => message.ts === ts)).toMatchObject({
      stream: null,
    })
    for (const viewer of [ben, late]) expect(JSON.stringify(viewer.frames)).not.toContain('secret')
    expect(ben.frames.filter(isDelta)).toEqual([])
  })

  test('[STR-8] shows it to all members where the settings say so', async () => {
    const { url, start, append, set } = await aFeed()
    await set({ stream: { idleTimeout: 0, lifetime: 0, audience: 'members', maxText: 1000 } })
    const ben = await aViewer(url, 'U0BEN')
    await ben.open('C0GENERAL')
    const ts = await start(text('open '), forAna)
    await append(ts, text('words'), general)
    await ben.until(() => textOf(ben, ts) === 'open words')
  })

  test('[PLA] tells nobody of a private place that they are not in', async () => {
    const { url, start, append, stop, store, person } = await aFeed()
    const [ana, ben] = [await aViewer(url, 'U0ANA'), await aViewer(url, 'U0BEN')]
    await ana.open(dm.id)
    ben.send({ type: 'open', channel: dm.id })
    ben.send({ type: 'thread', channel: dm.id, thread_ts: rootTs })
    ben.send({ type: 'history', channel: dm.id, before: '9999999999.000000' })
    await ben.until(() => ben.frames.filter(({ type }) => type === 'refused').length === 3)
    for (const frame of ben.frames.filter(({ type }) => type === 'refused'))
      expect(frame).toMatchObject({ error: 'channel_not_found' })

    const ts = await start(text('hush'))
    await append(ts, text(' now'))
    await ana.until(() => textOf(ana, ts) === 'hush now')
    await stop(ts)
    const caller = await person('U0ANA')
    await store.write((tx) => say(tx, caller, { channelId: 'C0SECRET', text: 'psst' }))
    await ana.until(() => ana.frames.some((frame) => frame.type === 'message' && frame.channel === 'C0SECRET'))
    await store.write((tx) => say(tx, caller, { channelId: 'C0GENERAL', text: 'done' }))
    await ben.until(() => ben.frames.some((frame) => frame.type === 'message' && frame.message.text === 'done'))
    const told = JSON.stringify(ben.frames)
    for (const word of ['hush', 'psst', dm.id + '","message', 'Nobody must know']) expect(told).not.toContain(word)
  })

  test('[PLA, STA-1, STA-7] shows a status with the name and icon that it was given, and to nobody outside of the place', async () => {
    const { url, ask, store, person } = await aFeed()
    const [ana, ben] = [await aViewer(url, 'U0ANA'), await aViewer(url, 'U0BEN')]
    await ana.open(dm.id)
    ben.send({ type: 'open', channel: dm.id })
    const place = { channel_id: dm.id, thread_ts: rootTs }
    const status = async (args: object) => {
      const authorization = 'Bearer xoxb-acme-scout'
      const { body } = await ask('POST', '/api/assistant.threads.setStatus', { ...place, ...args }, { authorization })
      expect(body).toMatchObject({ ok: true })
    }
    const shown = () => [...ana.statuses.values()].map(({ text }) => text)
    await status({
      status: 'hunts mice',
      username: 'Night Scout',
      icon_emoji: ':owl:',
      icon_url: 'https://a.example/o',
    })
    await ana.until(() => shown().includes('Night Scout hunts mice'))
    const [first] = ana.statuses.values()
    expect(first).toMatchObject({ app_id: 'A0SCOUT', user: 'U0SCOUT', icon_emoji: ':owl:' })
    expect(first).not.toHaveProperty('icon_url')
    await status({ status: 'hunts mice', icon_url: 'https://a.example/owl.png' })
    await ana.until(() => shown().includes('Scout hunts mice'))
    expect([...ana.statuses.values()]).toMatchObject([{ icon_url: 'https://a.example/owl.png' }])
    await status({ status: '' })
    await ana.until(() => shown().length === 0)

    const caller = await person('U0ANA')
    await store.write((tx) => say(tx, caller, { channelId: 'C0GENERAL', text: 'done' }))
    await ben.until(() => ben.frames.some((frame) => frame.type === 'message' && frame.message.text === 'done'))
    expect(ben.frames.filter(({ type }) => type === 'status')).toEqual([])
    expect(JSON.stringify(ben.frames)).not.toContain('mice')
  })

  test('goes on without a person who left, and tells them that the channel is gone', async () => {
    const { url, store } = await aFeed()
    const ana = await aViewer(url, 'U0ANA')
    await ana.open('C0SECRET')
    await store.write(async (tx) => {
      await tx.deleteFrom('members').where('channel_id', '=', 'C0SECRET').where('user_id', '=', 'U0ANA').execute()
      tx.work.log(entry('member', 'T0ACME', { channelId: 'C0SECRET', subject: 'U0ANA' }))
    })
    const gone = await ana.next((frame) => frame.type === 'channel_changed')
    expect(gone).toMatchObject({ id: 'C0SECRET', channel: null })
  })

  test('shows that time has ended a stream', async () => {
    const { url, ask, start } = await aFeed()
    const ana = await aViewer(url, 'U0ANA')
    await ana.open(dm.id)
    const ts = await start(text('a'))
    await ana.until(() => ana.messages.has(ts))
    await ask('POST', '/control/clock', { advance: '10m' })
    await ana.until(() => ana.messages.get(ts)?.streaming_state === 'errored')
    expect(ana.messages.get(ts)).toMatchObject({ ended_by: 'idle', text: 'a' })
  })
})
