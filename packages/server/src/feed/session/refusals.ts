import { Refusal } from '#domain/refusal'
import type { ClientFrame } from '#feed/protocol/clientFrames'
import type { ServerFrame } from '#feed/protocol/serverFrames'
import type { Viewer } from '#feed/viewer'

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
  if (!(error instanceof Refusal)) onUnexpectedError(error)
  const refusal =
    error instanceof Refusal ? error : new Refusal('internal_error', 'Something went wrong in the server.')
  viewer.send(refusedFrame(frame, refusal))
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
