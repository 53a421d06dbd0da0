import type { ViewerMessage } from 'rivulet/feedProtocol'
import { keep } from '#store/client/keep.ts'
import { messageErrors } from '#store/pending/messageErrors.ts'

/** Pins a message to its channel, or unpins it. What goes wrong is shown at the message. */
export async function togglePin(channel: string, { ts, pinned }: ViewerMessage): Promise<void> {
  messageErrors.set(channel, ts, undefined)
  const result = await keep({ type: pinned ? 'unpin' : 'pin', channel, ts })
  if (!result.ok) messageErrors.set(channel, ts, result.detail)
}
