import { expect } from 'vitest'
import { insertChannel } from '#domain/channels/insert'
import { findPersonCaller } from '#domain/people/personCaller'
import type { Store } from '#store/db'
import { startCrashableServer, teamId, tokens } from '#testing/model/crashableServer'
import { postgresStorage, sqliteStorage, type Storage } from '#testing/model/storage'
import { postgres } from '#testing/database/postgres'
import { connectFeedSocket } from './socket.ts'
import { connectViewer, type TestViewer } from './viewer.ts'
import type { ServerFrame } from '#feed/protocol/serverFrames'

/** A channel, a viewer that watches it, and a viewer of another person that does not. */
export async function createWatchedChannel(storage: Storage) {
  const server = await startCrashableServer(storage)
  await server.createFreshChannel()
  const { store, url, unexpectedErrors } = server
  const ana = (await findPersonCaller(store.db, teamId, 'U0ANA'))!
  const members = ['U0ANA', 'U0BEN', 'U0SCOUT']
  const channel = await store.write((tx) =>
    insertChannel(tx, teamId, { kind: 'private', name: 'plans', creator: 'U0ANA', members }),
  )
  const [other, viewer] = [await connectViewer(url, 'U0ANA'), await connectViewer(url, 'U0BEN')]
  await other.open(channel)
  const { epoch } = viewer.firstFrame as { epoch: string }
  const hello = () => ({ type: 'hello', protocol: 1, after: viewer.progress.seq, epoch, watching: [channel] })
  return { store, url, unexpectedErrors, ana, channel, other, viewer, hello, call }

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

/** Makes the next snapshot wait before or after it is read. */
export function pauseNextSnapshot(store: Store, when: 'before' | 'after') {
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

/** A browser that has not sent `hello`. */
export async function connectWithoutHello(url: string) {
  const { socket, closed } = await connectFeedSocket(url, 'U0BEN')
  const frames: ServerFrame[] = []
  socket.on('message', (data: Buffer) => frames.push(JSON.parse(data.toString())))
  const frameTypes = () => frames.map(({ type }) => type)
  return { frames, frameTypes, closed, greet: (hello: object) => socket.send(JSON.stringify(hello)) }
}

/** The texts of a message that this viewer was sent since it opened the channel. */
export function textsSentOf({ frames }: TestViewer, ts: string): string[] {
  const from = frames.findIndex(({ type }) => type === 'channel')
  return frames.slice(from).flatMap((frame) => {
    const messages = frame.type === 'channel' ? frame.messages : frame.type === 'message' ? [frame.message] : []
    return messages.filter((message) => message.ts === ts).map(({ text }) => text)
  })
}

export const storages: [string, boolean, () => Storage][] = [
  ['on an SQLite file', true, () => sqliteStorage()],
  ['on PostgreSQL', postgres !== undefined, () => postgresStorage(postgres ?? '')],
]
