import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import { connectViewer, type TestViewer } from '#testing/feed/viewer'
import { people, type Person } from './commands.ts'
import type { CrashableServer } from './crashableServer.ts'

export interface PersonViewer {
  user: Person
  viewer: TestViewer
  /** The node that it is connected to. */
  node: number
}

/** Browsers that have opened one thread. */
export function createViewers(server: CrashableServer, channel: string, root: string) {
  const all: PersonViewer[] = []
  /** By person. To sign in is no part of what is tested. */
  const cookies = new Map<Person, string>()
  return { all, add, addAtEveryNode, leave, cut, findRecipient, reconnect, compareWithFresh, end, endHere }

  async function add(user: Person): Promise<void> {
    all.push(await connect(user))
  }

  async function addAtEveryNode(user: Person): Promise<void> {
    for (let node = 0; node < server.nodeCount; node++) {
      server.goTo(node)
      await add(user)
    }
  }

  /** The first viewer stays, to press the Stop button. */
  function leave(back: number): void {
    if (all.length > 1) all.splice(1 + (back % (all.length - 1)), 1)[0]?.viewer.socket.terminate()
  }

  async function cut(back: number): Promise<void> {
    const lost = all[back % all.length]
    lost?.viewer.socket.terminate()
    if (lost) await reconnect(lost)
  }

  /** A viewer of the person who gets the answers: one at the current node, or else the first. */
  function findRecipient(): TestViewer | undefined {
    const own = all.filter(({ user }) => user === people[0])
    return (own.find(({ node }) => node === server.node) ?? own[0])?.viewer
  }

  async function connect(user: Person): Promise<PersonViewer> {
    const cookie = cookies.get(user)
    const viewer = await connectViewer(server.url, user, {}, cookie === undefined ? {} : { cookie })
    cookies.set(user, viewer.cookie)
    await viewer.open(channel)
    viewer.send({ type: 'thread', channel, thread_ts: root })
    await viewer.next((frame) => frame.type === 'thread')
    return { user, viewer, node: server.node }
  }

  /** Connects again, to the current node, with the cursor and with what the browser showed before. */
  async function reconnect(lost: PersonViewer): Promise<void> {
    const { firstFrame, progress } = lost.viewer
    const epoch = firstFrame.type === 'welcome' || firstFrame.type === 'resumed' ? firstFrame.epoch : ''
    const hello = { after: progress.seq, epoch, watching: [channel] }
    lost.viewer = await connectViewer(server.url, lost.user, hello, lost.viewer)
    lost.node = server.node
    expect(lost.viewer.firstFrame).toMatchObject({ type: 'resumed' })
  }

  /** Expects that the viewers of this person end up with what a new viewer is shown. */
  async function compareWithFresh(user: Person): Promise<void> {
    const own = all.filter((viewer) => viewer.user === user)
    if (own.length === 0) return
    const fresh = await connect(user)
    const shown = visibleThread(fresh.viewer)
    fresh.viewer.socket.terminate()
    for (const { viewer } of own)
      await viewer
        .until(() => isDeepStrictEqual(visibleThread(viewer), shown))
        .catch(() => expect(visibleThread(viewer)).toEqual(shown))
  }

  function visibleThread(viewer: TestViewer) {
    const { messages, statuses } = viewer.visible()
    return {
      messages: messages.filter(({ ts, thread_ts }) => ts === root || thread_ts === root),
      statuses: statuses
        .filter(({ thread_ts }) => thread_ts === root)
        .toSorted((a, b) => (a.app_id < b.app_id ? -1 : 1)),
    }
  }

  function end(): void {
    for (const { viewer } of all) viewer.socket.terminate()
  }

  /** Ends the connections to the current node, and returns whose they were. */
  function endHere(): PersonViewer[] {
    const ended = all.filter(({ node }) => node === server.node)
    for (const { viewer } of ended) viewer.socket.terminate()
    return ended
  }
}
