import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import { connectViewer, type TestViewer } from '#testing/feed/viewer'
import type { Person } from './commands.ts'
import type { CrashableServer } from './crashableServer.ts'

export interface PersonViewer {
  user: Person
  viewer: TestViewer
}

/** Browsers that have opened one thread. */
export function createViewers(server: CrashableServer, channel: string, root: string) {
  const all: PersonViewer[] = []
  return { all, add, reconnect, compareWithFresh, end }

  async function add(user: Person): Promise<void> {
    all.push(await connect(user))
  }

  async function connect(user: Person): Promise<PersonViewer> {
    const viewer = await connectViewer(server.url, user)
    await viewer.open(channel)
    viewer.send({ type: 'thread', channel, thread_ts: root })
    await viewer.next((frame) => frame.type === 'thread')
    return { user, viewer }
  }

  /** Connects again with the cursor and with what the browser showed before. */
  async function reconnect(lost: PersonViewer): Promise<void> {
    const { firstFrame, progress, messages, statuses } = lost.viewer
    const epoch = firstFrame.type === 'welcome' || firstFrame.type === 'resumed' ? firstFrame.epoch : ''
    const hello = { after: progress.seq, epoch, watching: [channel] }
    lost.viewer = await connectViewer(server.url, lost.user, hello, messages, statuses)
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
}
