import type { PluginTransformQueryArgs } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createChannel } from '#domain/channels/list'
import { personCaller, say } from '#domain/people/actions'
import { setTopic } from '#domain/channels/change'
import { invite, kick } from '#domain/channels/members'
import type { Store } from '#store/db'
import { aFile, aMortalServer, aSchema, type Medium, teamId, tokens } from '#testing/model/server'
import { postgres } from '#testing/server/postgres'
import { aSocket } from '#testing/feed/socket'
import { type AViewer, aViewer } from '#testing/feed/viewer'
import type { ServerFrame } from './protocol.ts'

/** A channel, somebody who watches it, and a browser of another person who is welcome and has it not open. */
async function aChannel(medium: Medium) {
  const server = await aMortalServer(medium)
  await server.anew()
  const { store, url, defects } = server
  const ana = (await personCaller(store.db, teamId, 'U0ANA'))!
  const members = ['U0ANA', 'U0BEN', 'U0SCOUT']
  const channel = await store.write((tx) =>
    createChannel(tx, teamId, { kind: 'private', name: 'plans', creator: 'U0ANA', members }),
  )
  const [other, viewer] = [await aViewer(url, 'U0ANA'), await aViewer(url, 'U0BEN')]
  await other.open(channel)
  const { epoch } = viewer.first as { epoch: string }
  const hello = () => ({ type: 'hello', protocol: 1, after: viewer.sight.seq, epoch, watching: [channel] })
  return { store, url, defects, ana, channel, other, viewer, hello, call }

  async function call(method: string, args: object): Promise<string> {
    const response = await fetch(`${url}/api/${method}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokens.Scout}`, 'content-type': 'application/json' },
      body: JSON.stringify({ channel, ...args }),
    })
    const { error, ts } = (await response.json()) as { error?: string; ts: string }
    expect(error).toBeUndefined()
    return ts
  }
}

/** The next snapshot waits, before or after it is read. */
function waitingNext(store: Store, when: 'before' | 'after') {
  const read = store.snapshot.bind(store)
  const [reached, ready] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const wait = () => {
    reached.resolve()
    return ready.promise
  }
  store.snapshot = async (fn) => {
    store.snapshot = read
    if (when === 'before') await wait()
    const value = await read(fn)
    if (when === 'after') await wait()
    return value
  }
  return { reached: reached.promise, goOn: ready.resolve, fail: ready.reject }
}

/** A browser that has not greeted. */
async function aBrowser(url: string) {
  const { socket, closed } = await aSocket(url, 'U0BEN')
  const frames: ServerFrame[] = []
  socket.on('message', (data: Buffer) => frames.push(JSON.parse(data.toString())))
  const told = () => frames.map(({ type }) => type)
  return { frames, told, closed, greet: (hello: object) => socket.send(JSON.stringify(hello)) }
}

/** What this viewer is told of a message, from what it opened on. */
function toldOf({ frames }: AViewer, ts: string): string[] {
  const from = frames.findIndex(({ type }) => type === 'channel')
  return frames.slice(from).flatMap((frame) => {
    const messages = frame.type === 'channel' ? frame.messages : frame.type === 'message' ? [frame.message] : []
    return messages.filter((message) => message.ts === ts).map(({ text }) => text)
  })
}

const media: [string, boolean, () => Medium][] = [
  ['on an SQLite file', true, () => aFile()],
  ['on PostgreSQL', postgres !== undefined, () => aSchema(postgres ?? '')],
]

describe.each(media.filter(([, there]) => there))('while something is read for a viewer, %s', (_, __, medium) => {
  test('what comes and is older than that does not undo it', async () => {
    const { store, channel, viewer, other, call } = await aChannel(medium())
    const { reached, goOn } = waitingNext(store, 'before')
    viewer.send({ type: 'open', channel })
    await reached
    const elsewhere = await call('chat.postMessage', { channel: 'C0THREAD', text: 'Elsewhere' })
    await call('chat.postEphemeral', { user: 'U0BEN', text: 'For you' })
    const ts = await call('chat.postMessage', { text: 'First' })
    await other.until(() => other.messages.has(ts))
    await call('chat.update', { ts, text: 'Then' })
    goOn()
    await viewer.next(({ type }) => type === 'channel')
    // Its cursor is moved by what follows: nothing may be left behind that no snapshot has.
    expect(viewer.frames.map(({ type }) => type).filter((type) => type === 'ephemeral' || type === 'channel')).toEqual([
      'ephemeral',
      'channel',
    ])
    expect(viewer.frames).toContainEqual(
      expect.objectContaining({ message: expect.objectContaining({ ts: elsewhere }) }),
    )
    await other.until(() => other.messages.get(ts)?.text === 'Then')
    await viewer.open(channel)
    expect(toldOf(viewer, ts)).not.toContain('First')
    expect(toldOf(viewer, ts)).toContain('Then')
  })

  test('what comes and is newer than that undoes it', async () => {
    const { store, ana, channel, viewer, other } = await aChannel(medium())
    const { reached, goOn } = waitingNext(store, 'after')
    viewer.send({ type: 'topic', id: 'topic', channel, topic: 'One' })
    await reached
    await store.write((tx) => setTopic(tx, ana, channel, 'Two'))
    await other.until(() => other.channels.get(channel)?.topic === 'Two')
    goOn()
    await viewer.next(({ type }) => type === 'changed')
    expect(viewer.channels.get(channel)?.topic).toBe('Two')
  })

  test('and is refused, it is told so before it is let in', async () => {
    const { store, ana, channel, viewer, other } = await aChannel(medium())
    await store.write((tx) => kick(tx, ana, channel, 'U0BEN'))
    await viewer.until(() => !viewer.channels.has(channel))
    const { reached, goOn } = waitingNext(store, 'after')
    const from = viewer.frames.length
    viewer.send({ type: 'open', channel })
    await reached
    await store.write((tx) => invite(tx, ana, channel, ['U0BEN'], false))
    await other.until(() => other.channels.get(channel)?.members.includes('U0BEN') === true)
    goOn()
    await viewer.until(() => viewer.channels.has(channel))
    const told = viewer.frames.slice(from).map(({ type }) => type)
    expect(told.slice(0, 2)).toEqual(['refused', 'channel_changed'])
  })

  test('what no snapshot has follows the welcome', async () => {
    const { store, url, viewer, call } = await aChannel(medium())
    const { reached, goOn } = waitingNext(store, 'before')
    const { told, greet } = await aBrowser(url)
    greet({ type: 'hello', protocol: 1 })
    await reached
    await call('chat.postEphemeral', { user: 'U0BEN', text: 'For you' })
    await viewer.next(({ type }) => type === 'ephemeral')
    goOn()
    await expect.poll(told).toEqual(['welcome', 'ephemeral'])
  })

  test('and cannot be read, nobody is told what lies beyond what they missed', async () => {
    const { store, url, viewer, hello, other, call, defects } = await aChannel(medium())
    const cursor = hello()
    viewer.socket.terminate()
    const missed = await call('chat.postMessage', { text: 'Missed' })
    await other.until(() => other.messages.has(missed))
    const { reached, fail } = waitingNext(store, 'before')
    const { told, greet, closed } = await aBrowser(url)
    greet(cursor)
    await reached
    const later = await call('chat.postMessage', { text: 'Later' })
    await other.until(() => other.messages.has(later))
    fail(new Error('The database is away.'))
    expect(await closed).toEqual({ code: 1012, reason: 'restarting' })
    expect(told()).toEqual([])
    expect(defects).toHaveLength(1)
  })

  test('who is taken out and brought back goes on watching', async () => {
    const { store, url, ana, channel, viewer, hello, other, call } = await aChannel(medium())
    const cursor = hello()
    viewer.socket.terminate()
    const { reached, goOn } = waitingNext(store, 'before')
    const { frames, told, greet } = await aBrowser(url)
    greet(cursor)
    await reached
    const isIn = () => other.channels.get(channel)?.members.includes('U0BEN')
    await store.write((tx) => kick(tx, ana, channel, 'U0BEN'))
    await other.until(() => !isIn())
    await store.write((tx) => invite(tx, ana, channel, ['U0BEN'], false))
    await other.until(() => isIn() === true)
    goOn()
    await expect.poll(told).toContain('resumed')
    const root = await store.write((tx) => say(tx, ana, { channelId: channel, text: 'Go' }))
    const recipient = { recipient_user_id: 'U0BEN', recipient_team_id: teamId }
    const ts = await call('chat.startStream', { thread_ts: root, ...recipient, markdown_text: 'a' })
    await call('chat.appendStream', { ts, markdown_text: 'b' })
    await expect.poll(told).toContain('delta')
    expect(frames.find(({ type }) => type === 'delta')).toMatchObject({ ts })
  })
})

test.each(media.filter(([, there]) => there))(
  'what was missed costs no more questions the more of it there is, %s',
  async (_, __, medium) => {
    const { store, url, hello, viewer, other, call } = await aChannel(medium())
    const cursor = hello()
    viewer.socket.terminate()
    const root = await call('chat.postMessage', { text: 'Root' })
    const read = store.snapshot.bind(store)
    const asked: number[] = []
    for (const more of [4, 40]) {
      let last = ''
      for (let i = 0; i < more; i++)
        last = await call('chat.postMessage', i % 2 ? { text: 'Reply', thread_ts: root } : { text: 'Said' })
      await other.until(() => other.messages.has(last))
      let questions = 0
      store.snapshot = (fn) =>
        read((db) => {
          const transformQuery = ({ node }: PluginTransformQueryArgs) => {
            questions++
            return node
          }
          const counting = db.withPlugin({ transformQuery, transformResult: async ({ result }) => result })
          return fn(Object.assign(counting, { memory: db.memory, past: true }))
        })
      const { frames, greet } = await aBrowser(url)
      const told = () => frames.flatMap((frame) => (frame.type === 'message' ? [frame.message.ts] : []))
      greet(cursor)
      await expect.poll(told).toContain(last)
      store.snapshot = read
      // The root is told once, however many answered it.
      const said = told()
      expect(said.filter((ts) => ts === root)).toHaveLength(1)
      expect(said).toEqual([...new Set(said)])
      asked.push(questions)
    }
    expect(asked[1]).toBe(asked[0])
  },
)

describe.skipIf(!postgres)('several processes on PostgreSQL', () => {
  test('what was read before a snapshot, and is sent after it, does not undo it', async () => {
    const { store, channel, viewer, other, call, defects } = await aChannel(aSchema(postgres ?? ''))
    // What is to be brought to everybody has been read, and is not sent yet.
    const bringing = waitingNext(store, 'after')
    const ts = await call('chat.postMessage', { text: 'First' })
    await bringing.reached
    await call('chat.update', { ts, text: 'Then' })
    const opening = waitingNext(store, 'after')
    viewer.send({ type: 'open', channel })
    await opening.reached
    opening.goOn()
    await new Promise((done) => setTimeout(done, 50))
    bringing.goOn()
    await other.until(() => other.messages.get(ts)?.text === 'Then')
    await viewer.open(channel)
    expect(toldOf(viewer, ts)).not.toContain('First')
    expect(toldOf(viewer, ts)).toContain('Then')
    expect(defects).toEqual([])
  })

  test('many who come back at once leave connections to those who write and read', async () => {
    const { store, url, hello, other, call, defects } = await aChannel(aSchema(postgres ?? ''))
    const read = store.snapshot.bind(store)
    const [reads, ready] = [{ now: 0, most: 0, all: 0 }, Promise.withResolvers<void>()]
    store.snapshot = (fn) =>
      read(async (db) => {
        const value = await fn(db)
        if (typeof value !== 'object' || value === null || !('frames' in value)) return value
        reads.most = Math.max(reads.most, ++reads.now)
        reads.all++
        await ready.promise
        reads.now--
        return value
      })
    const browsers = await Promise.all(Array.from({ length: 25 }, () => aBrowser(url)))
    for (const { greet } of browsers) greet(hello())
    await expect.poll(() => reads.now).toBeGreaterThan(1)
    for (let i = 0; i < 10; i++) {
      const ts = await call('chat.postMessage', { text: 'Meanwhile' })
      await other.until(() => other.messages.has(ts))
    }
    expect(reads.most).toBeLessThan(5)
    ready.resolve()
    for (const { told } of browsers) await expect.poll(told).toContain('resumed')
    expect(reads.all).toBe(browsers.length)
    expect(defects).toEqual([])
  })
})
