import { Refusal } from '#domain/refusal'
import { refusalOfStore } from '#domain/storeRefusal'
import type { ClientFrame } from '#feed/protocol/clientFrames'
import type { ServerFrame } from '#feed/protocol/serverFrames'
import type { Viewer } from '#feed/viewer'
import { TeamAway } from '#store/db'
import type { UnknownFrame } from './parseClientFrame.ts'

/** Throws any error that is not a refusal. */
export function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  throw error
}

export function sendRefusal(
  viewer: Viewer,
  frame: ClientFrame,
  error: unknown,
  onUnexpectedError: (error: unknown) => void,
): void {
  // [NOD-10, NOD-11] The browser comes again, also to the other database, and sends again what was not taken.
  if (error instanceof TeamAway || (error instanceof Refusal && error.code === 'service_unavailable'))
    return viewer.disconnect('restarting')
  if (!(error instanceof Refusal)) onUnexpectedError(error)
  const refusal =
    error instanceof Refusal
      ? error
      : (refusalOfStore(error) ?? new Refusal('internal_error', 'Something went wrong in the server.'))
  viewer.send(refusedFrame(frame, refusal))
}

/** [NOD-22] The page may try it again once the whole installation is upgraded. A frame without an id waits for nothing. */
export function refuseUnknown(viewer: Viewer, { id }: UnknownFrame): void {
  const detail = 'This server does not know that yet. If it is being updated, try again in a moment.'
  if (id !== undefined) viewer.send({ type: 'refused', id, error: 'unknown_method', detail })
}

export function refusedFrame(frame: ClientFrame, { code, detail = '' }: Refusal): ServerFrame {
  return {
    type: 'refused',
    ...('id' in frame ? { id: frame.id } : {}),
    ...('channel' in frame ? { channel: frame.channel } : {}),
    ...('thread_ts' in frame && frame.thread_ts ? { thread_ts: frame.thread_ts } : {}),
    error: code,
    detail,
  }
}
