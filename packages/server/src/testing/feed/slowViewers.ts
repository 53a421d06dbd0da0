import { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, vi } from 'vitest'
import { markdownFromReply } from '@rivulet/blocks/streamedReply'
import { Viewer } from '#feed/viewer'
import { actionsOn, text } from '#testing/workspace/domain'
import { stopClock } from '#testing/workspace/stopClock'
import { startServer } from '#testing/server/server'
import { connectViewer, type TestViewer } from './viewer.ts'

export const kilobyte = 1024
export const general = { team_id: 'T0ACME', id: 'C0GENERAL' }

/** How many bytes the server has not been able to send to this viewer. */
export function unsentBytesFor(viewer: TestViewer): number {
  return serverSocketOf(viewer)?.writableLength ?? 0
}

/** How many bytes the server has read from this viewer. */
export function bytesReadFrom(viewer: TestViewer): number {
  return serverSocketOf(viewer)?.bytesRead ?? 0
}

function serverSocketOf({ socket }: TestViewer): Socket | undefined {
  const socketOfViewer = Reflect.get(socket, '_socket') as Socket
  // Not in the published types, but the only way to find the server's end of the socket.
  const handles = (process as unknown as { _getActiveHandles(): unknown[] })._getActiveHandles()
  return handles.find(
    (handle): handle is Socket => handle instanceof Socket && handle.remotePort === socketOfViewer.localPort,
  )
}

/** Waits until the server has looked twice at each of two viewers, for those that are too slow. */
export async function untilChecked(): Promise<void> {
  const checks = vi.spyOn(Viewer.prototype, 'closeIfTooSlow')
  await expect.poll(() => checks.mock.calls.length).toBeGreaterThanOrEqual(4)
  checks.mockRestore()
}

/** Waits until the server has sent this viewer all that the network and the server's own limits take. */
export async function waitForStandstill(viewer: TestViewer): Promise<void> {
  for (let still = 0, before = -1; still < 20;) {
    await pause(50)
    const unsent = unsentBytesFor(viewer)
    still = unsent > 0 && unsent === before ? still + 1 : 0
    before = unsent
  }
}

/** Two viewers with the same channel open. One of them takes no bytes, for which the clock stands still. */
export async function connectSlowAndOtherViewer() {
  const letPass = stopClock(['performance'])
  const server = await startServer()
  const acts = actionsOn(server.store)
  await acts.changeSettings({ stream: { idleTimeout: 0, lifetime: 0, audience: 'recipient', maxText: 1_000_000_000 } })
  const [slow, other] = [await connectViewer(server.url, 'U0ANA'), await connectViewer(server.url, 'U0ANA')]
  for (const viewer of [slow, other]) await viewer.open(general.id)
  slow.socket.pause()
  const start = () => acts.start(text('>'), { channel: general.id, user: 'U0ANA', team: 'T0ACME' })
  return { ...server, ...acts, acts, slow, other, start, letPass }
}

/** The length of a stream as this viewer sees it. */
export function shownLength(viewer: TestViewer, ts: string): number {
  const stream = viewer.messages.get(ts)?.stream
  return stream ? markdownFromReply(stream.reply).length : 0
}
