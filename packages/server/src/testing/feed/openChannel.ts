import { rootTs } from '#testing/workspace/domain'
import { type TestViewer, connectViewer } from './viewer.ts'

/** Connects Ana's browser and opens a channel and some of its threads. */
export async function connectToChannel(
  url: string,
  channel: string,
  threads: readonly string[] = [rootTs],
): Promise<TestViewer> {
  const viewer = await connectViewer(url, 'U0ANA')
  await viewer.open(channel)
  for (const thread of threads) {
    const from = viewer.frames.length
    viewer.send({ type: 'thread', channel, thread_ts: thread })
    await viewer.next(({ type }) => type === 'thread' || type === 'refused', from)
  }
  return viewer
}

/** What the channel looks like in a browser that opens it for the first time. */
export async function readAsNewViewer(url: string, channel: string, threads?: readonly string[]) {
  const viewer = await connectToChannel(url, channel, threads)
  viewer.socket.terminate()
  return viewer.visible()
}
