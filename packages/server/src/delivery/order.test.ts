import { describe, expect, test } from 'vitest'
import { personCaller, say } from '#domain/people'
import { aFile, aMortalServer, aSchema, type Medium, teamId, tokens } from '#testing/model/server'
import { postgres } from '#testing/postgres'
import { type AViewer, aViewer } from '#testing/viewer'

/** A channel with a stream to come, and a viewer who has not opened it. */
async function aChannel(medium: Medium) {
  const server = await aMortalServer(medium)
  const channel = await server.anew()
  const ana = (await personCaller(server.store.db, teamId, 'U0ANA'))!
  const root = await server.store.write((tx) => say(tx, ana, { channelId: channel, text: 'Go' }))
  const [viewer, other] = [await aViewer(server.url, 'U0ANA'), await aViewer(server.url, 'U0ANA')]
  await other.open(channel)
  const start = () => call('chat.postMessage', { channel, text: 'First' })
  const change = (ts: string) => call('chat.update', { channel, ts, text: 'Then' })
  return { ...server, store: server.store, channel, root, viewer, other, start, change }

  async function call(method: string, args: object): Promise<string> {
    const response = await fetch(`${server.url}/api/${method}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokens.Scout}`, 'content-type': 'application/json' },
      body: JSON.stringify(args),
    })
    const { ok, ts } = (await response.json()) as { ok: boolean; ts: string }
    expect(ok).toBe(true)
    return ts
  }
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

describe.each(media.filter(([, there]) => there))(
  'what is older than a snapshot does not undo it, %s',
  (_, __, medium) => {
    test('where it came while the snapshot was waited for', async () => {
      const { store, channel, viewer, other, start, change } = await aChannel(medium())
      const read = store.snapshot.bind(store)
      const [asked, ready] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      viewer.send({ type: 'open', channel })
      store.snapshot = async (fn) => {
        store.snapshot = read
        asked.resolve()
        await ready.promise
        return read(fn)
      }
      await asked.promise
      const ts = await start()
      await other.until(() => other.messages.has(ts))
      await change(ts)
      ready.resolve()
      await viewer.next(({ type }) => type === 'channel')
      await other.until(() => other.messages.get(ts)?.text === 'Then')
      await viewer.open(channel)
      expect(toldOf(viewer, ts)).not.toContain('First')
      expect(toldOf(viewer, ts)).toContain('Then')
    })
  },
)

test.skipIf(!postgres)(
  'what was read before a snapshot, and is sent after it, does not undo it, on PostgreSQL',
  async () => {
    const { store, channel, viewer, other, start, change, defects } = await aChannel(aSchema(postgres ?? ''))
    const read = store.snapshot.bind(store)
    const [late, send] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    // What is to be brought to everybody has been read, and is not sent yet.
    store.snapshot = async (fn) => {
      store.snapshot = read
      const value = await read(fn)
      late.resolve()
      await send.promise
      return value
    }
    const ts = await start()
    await late.promise
    await change(ts)
    const opened = Promise.withResolvers<void>()
    store.snapshot = async (fn) => {
      const value = await read(fn)
      opened.resolve()
      return value
    }
    viewer.send({ type: 'open', channel })
    await opened.promise
    await new Promise((done) => setTimeout(done, 50))
    send.resolve()
    await other.until(() => other.messages.get(ts)?.text === 'Then')
    await viewer.open(channel)
    expect(toldOf(viewer, ts)).not.toContain('First')
    expect(toldOf(viewer, ts)).toContain('Then')
    expect(defects).toEqual([])
  },
)
