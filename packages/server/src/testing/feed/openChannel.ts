import { rootTs } from '#testing/workspace/domain'
import { type AViewer, aViewer } from './viewer.ts'

/** Ana, who has opened a channel and some of its threads. */
export async function lookingAt(url: string, channel: string, threads: readonly string[] = [rootTs]): Promise<AViewer> {
  const viewer = await aViewer(url, 'U0ANA')
  await viewer.open(channel)
  for (const thread of threads) {
    const from = viewer.frames.length
    viewer.send({ type: 'thread', channel, thread_ts: thread })
    await viewer.next(({ type }) => type === 'thread' || type === 'refused', from)
  }
  return viewer
}

/** The same as a browser sees it that has just come. */
export async function freshlySeen(url: string, channel: string, threads?: readonly string[]) {
  const viewer = await lookingAt(url, channel, threads)
  viewer.socket.terminate()
  return viewer.seen()
}
