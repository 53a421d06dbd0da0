import { Socket } from 'node:net'
import { markdownFromReply } from '@rivulet/blocks/streamedReply'
import { actionsOn, text } from '#testing/workspace/domain'
import { startServer } from '#testing/server/server'
import { connectViewer, type TestViewer } from './viewer.ts'

export const kilobyte = 1024
export const general = { team_id: 'T0ACME', id: 'C0GENERAL' }

/** How many bytes the server has not been able to send to this viewer. */
export function unsentBytesFor({ socket }: TestViewer): number {
  const socketOfViewer = Reflect.get(socket, '_socket') as Socket
  // Not in the published types, but the only way to find the server's end of the socket.
  const handles = (process as unknown as { _getActiveHandles(): unknown[] })._getActiveHandles()
  const serverSocket = handles.find(
    (handle): handle is Socket => handle instanceof Socket && handle.remotePort === socketOfViewer.localPort,
  )
  return serverSocket?.writableLength ?? 0
}

/** Two viewers with the same channel open. One of them takes no bytes. */
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

/** The length of a stream as this viewer sees it. */
export function shownLength(viewer: TestViewer, ts: string): number {
  const stream = viewer.messages.get(ts)?.stream
  return stream ? markdownFromReply(stream.reply).length : 0
}
