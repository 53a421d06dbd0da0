import { Socket } from 'node:net'
import { markdownFromReply } from '@rivulet/blocks/streamedReply'
import { actionsOn, text } from '#testing/workspace/domain'
import { startServer } from '#testing/server/server'
import { connectViewer, type TestViewer } from './viewer.ts'

export const kilobyte = 1024
export const general = { team_id: 'T0ACME', id: 'C0GENERAL' }

/** What the server holds for this browser, since it takes nothing. */
export function unsentBytesFor({ socket }: TestViewer): number {
  const mine = Reflect.get(socket, '_socket') as Socket
  // Not in the published types; it is the only way to count what the process still holds.
  const handles = (process as unknown as { _getActiveHandles(): unknown[] })._getActiveHandles()
  const other = handles.find(
    (handle): handle is Socket => handle instanceof Socket && handle.remotePort === mine.localPort,
  )
  return other?.writableLength ?? 0
}

export async function connectSlowAndOtherViewer() {
  const server = await startServer()
  const acts = actionsOn(server.store)
  await acts.changeSettings({ stream: { idleTimeout: 0, lifetime: 0, audience: 'recipient', maxText: 1_000_000_000 } })
  const [slow, other] = [await connectViewer(server.url, 'U0ANA'), await connectViewer(server.url, 'U0ANA')]
  for (const viewer of [slow, other]) await viewer.open(general.id)
  slow.socket.pause()
  const start = () => acts.start(text('>'), { channel: general.id, user: 'U0ANA', team: 'T0ACME' })
  return { ...server, ...acts, acts, slow, other, start }
}

/** How long the stream is that this viewer sees. */
export function shownLength(viewer: TestViewer, ts: string): number {
  const stream = viewer.messages.get(ts)?.stream
  return stream ? markdownFromReply(stream.reply).length : 0
}
