import { goTo, place } from '#app/place.ts'
import { onFrame } from '#store/client.ts'
import { workspace, type Workspace } from '#store/workspace.ts'
import type { ServerFrame, ViewerMessage } from 'rivulet/feedProtocol'

/**
 * Somebody who asks an app in a channel sees it answer: its thread opens once the app is at work there. The focus stays
 * where it is, and a thread that is open already is left alone.
 */
export function openAnsweredThreads(): () => void {
  const asked = new Map<string, string>()
  return onFrame((frame) => {
    const state = workspace.getState()
    if (frame.type === 'message' && asksAnApp(frame.message, state)) asked.set(frame.message.ts, frame.channel)
    const threadTs = workedOn(frame)
    if (threadTs === undefined || !asked.has(threadTs)) return
    const channel = asked.get(threadTs)
    asked.delete(threadTs)
    const here = place.getState()
    if (channel && here.channel === channel && !here.thread) goTo({ channel, thread: threadTs })
  })
}

function asksAnApp(message: ViewerMessage, { you, users }: Workspace): boolean {
  const root = !message.thread_ts || message.thread_ts === message.ts
  if (!root || message.user !== you || !message.client_msg_id || message.replies) return false
  return [...message.text.matchAll(/<@([A-Z0-9]+)/g)].some(([, id]) => id && users[id]?.app_id !== undefined)
}

function workedOn(frame: ServerFrame): string | undefined {
  if (frame.type === 'status' && frame.status) return frame.thread_ts
  if (frame.type === 'message' && frame.message.streaming_state === 'in_progress') return frame.message.thread_ts
  return undefined
}
