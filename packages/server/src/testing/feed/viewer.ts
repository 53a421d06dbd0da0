import { once } from 'node:events'
import type { ClientFrame } from '#feed/protocol/clientFrames'
import type { ServerFrame } from '#feed/protocol/serverFrames'
import type { ViewerMessage, ViewerStatus } from '#feed/protocol/viewerMessages'
import { connectFeedSocket } from './socket.ts'
import { createViewerState } from './viewerState.ts'

type Frame<Type extends ServerFrame['type']> = Extract<ServerFrame, { type: Type }>

/** What a browser showed before, and the cookie with which its person is signed in. */
interface Before {
  messages?: Map<string, ViewerMessage>
  statuses?: Map<string, ViewerStatus>
  cookie?: string
}

/** Connects a browser to the feed that has said hello and applies every frame to its state. */
export async function connectViewer(
  url: string,
  user: string,
  hello: Partial<Extract<ClientFrame, { type: 'hello' }>> = {},
  { messages = new Map(), statuses = new Map(), cookie: known }: Before = {},
) {
  const { socket, closed, cookie } = await connectFeedSocket(url, user, { cookie: known })
  const frames: ServerFrame[] = []
  const fetchThread = (channel: string, threadTs: string) => send({ type: 'thread', channel, thread_ts: threadTs })
  const { apply, ...state } = createViewerState(user, fetchThread, messages, statuses)
  const arrived = new EventTarget()
  socket.on('message', (data: Buffer) => {
    const frame: ServerFrame = JSON.parse(data.toString())
    frames.push(frame)
    apply(frame)
    arrived.dispatchEvent(new Event('frame'))
  })
  send({ type: 'hello', protocol: 1, ...hello })
  const firstFrame = await next((frame) => frame.type === 'welcome' || frame.type === 'resumed')
  return { socket, closed, cookie, frames, ...state, firstFrame, send, next, open, loadAllChannels, until }

  function send(frame: ClientFrame): void {
    socket.send(JSON.stringify(frame))
  }
  /** The first matching frame from the one with the number `from` on; waits for it if it has not arrived. */
  async function next<F extends ServerFrame>(matches: (frame: ServerFrame) => frame is F, from?: number): Promise<F>
  async function next(matches: (frame: ServerFrame) => boolean, from?: number): Promise<ServerFrame>
  async function next(matches: (frame: ServerFrame) => boolean, from = 0): Promise<ServerFrame> {
    await until(() => frames.slice(from).some(matches))
    return frames.slice(from).find(matches)!
  }
  async function until(holds: () => boolean): Promise<void> {
    // Counts short waits, so that the time does not run out while the machine stands still.
    for (let waits = 0; !holds() && waits < 300;)
      await once(arrived, 'frame', { signal: AbortSignal.timeout(100) }).catch(() => waits++)
    if (!holds()) throw new Error('No frame came in thirty seconds.')
  }
  async function open(channel: string): Promise<Frame<'channel'>> {
    const from = frames.length
    send({ type: 'open', channel })
    return next((frame): frame is Frame<'channel'> => frame.type === 'channel' && frame.channel === channel, from)
  }
  /** Also those that `welcome` leaves out. */
  async function loadAllChannels(): Promise<void> {
    for (let from: number | undefined = 0; from !== undefined;) {
      const id = `all ${from}`
      send({ type: 'find_channels', id, text: '', from })
      const page = await next((frame): frame is Frame<'channels'> => frame.type === 'channels' && frame.id === id)
      from = page.next
    }
  }
}

export type TestViewer = Awaited<ReturnType<typeof connectViewer>>
