import { isDirectWithApp } from '#names/channelTitle.ts'
import { navigate, route } from '#routing/route.ts'
import { onFrame } from '#store/client/pageClient.ts'
import { workspace, type Workspace } from '#store/workspace/workspace.ts'
import type { ServerFrame, ViewerMessage } from 'rivulet/feedProtocol'
import { createStore } from 'zustand/vanilla'

/** The thread in which an app answers the person, while a narrow page shows the channel in its place. */
export const answeredThread = createStore<{ channel?: string; thread?: string; app?: string }>(() => ({}))

/** As wide as this, a page shows a thread beside its channel. */
const isWide = () => matchMedia('(min-width: 1100px)').matches

/**
 * Opens the thread of a message in which the viewer mentioned an app, once the app sets a status or streams a reply there.
 * The focus stays where it is. Another open thread is not replaced. [WEB-5] On a narrow page, where the thread would take
 * the place of the channel and of what is being typed there, it is only offered.
 */
export function openThreadsOnReply(): () => void {
  const mentions = new Map<string, string>()
  return onFrame((frame) => {
    const state = workspace.getState()
    if (frame.type === 'message' && mentionsApp(frame.message, state)) mentions.set(frame.message.ts, frame.channel)
    const threadTs = activeThread(frame)
    if (threadTs === undefined || !mentions.has(threadTs)) return
    const channel = mentions.get(threadTs)
    mentions.delete(threadTs)
    const shown = route.getState()
    const direct = channel !== undefined && isDirectChannelWithApp(channel, state)
    if (!channel || direct || shown.channel !== channel || shown.thread) return
    if (isWide() && !shown.beside) navigate({ channel, thread: threadTs })
    else answeredThread.setState({ channel, thread: threadTs, app: appOf(frame) }, true)
  })
}

function mentionsApp(message: ViewerMessage, { you, users }: Workspace): boolean {
  const isRoot = !message.thread_ts || message.thread_ts === message.ts
  if (!isRoot || message.user !== you || !message.client_msg_id || message.replies) return false
  return [...message.text.matchAll(/<@([A-Z0-9]+)/g)].some(([, id]) => id && users[id]?.app_id !== undefined)
}

/** A direct message with an app shows its threads in place. */
function isDirectChannelWithApp(id: string, state: Workspace): boolean {
  const channel = state.channels[id]
  return channel !== undefined && isDirectWithApp(channel, state)
}

function activeThread(frame: ServerFrame): string | undefined {
  if (frame.type === 'status' && frame.status) return frame.thread_ts
  if (frame.type === 'message' && frame.message.streaming_state === 'in_progress') return frame.message.thread_ts
  return undefined
}

/** The user as which the app answers. */
function appOf(frame: ServerFrame): string {
  if (frame.type === 'status') return frame.status?.user ?? ''
  return frame.type === 'message' ? frame.message.user : ''
}
