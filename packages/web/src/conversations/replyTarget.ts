import type { ViewerChannel } from 'rivulet/feedProtocol'
import { useState } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { directPartnerOf, isDirectWithApp } from '#names/channelTitle.ts'
import { navigate, useRoute } from '#routing/route.ts'
import { startAssistantThread } from '#store/client/pageClient.ts'
import { useDraft } from '#store/browser/drafts.ts'
import { draftKey, useWorkspace, workspace } from '#store/workspace/workspace.ts'
import { findLastConversation } from './conversations.ts'

/**
 * Where the next message of a channel goes. `last`: into the last conversation on the page. `chosen`: into the one that
 * the person chose. `new`: it begins a conversation. `channel`: as in any other channel.
 */
export type ReplyTarget = { kind: 'last' | 'chosen'; threadTs: string } | { kind: 'new' | 'channel' }

/** The direct messages in which the next message begins a conversation. */
const beginning = createStore<Readonly<Record<string, boolean>>>(() => ({}))

/** How often the person went back to the last conversation, by channel. */
const releases = createStore<Readonly<Record<string, number>>>(() => ({}))

/** [THR-11] Where the next message of a channel goes. While something is typed, only the person changes it. */
export function useReplyTarget(channel: ViewerChannel): ReplyTarget {
  const last = useWorkspace((state) => findLastConversation(channel, state))
  const isApp = useWorkspace((state) => isDirectWithApp(channel, state))
  const isNew = useStore(beginning, (all) => all[channel.id] ?? false)
  const { thread } = useRoute()
  const [{ text }] = useDraft(draftKey(channel.id, undefined))
  const [held, setHeld] = useState(last)
  const release = useStore(releases, (all) => all[channel.id] ?? 0)
  const [released, setReleased] = useState(release)
  if (released !== release) setReleased(release)
  if (held !== last && (text === '' || held === undefined || released !== release)) setHeld(last)
  if (!isApp) return { kind: 'channel' }
  if (thread !== undefined && thread !== last) return { kind: 'chosen', threadTs: thread }
  if (isNew) return { kind: 'new' }
  const threadTs = thread ?? held
  if (threadTs === undefined) return { kind: 'channel' }
  return { kind: threadTs === last ? 'last' : 'chosen', threadTs }
}

/** Chooses the conversation that the next message goes to. */
export function chooseConversation(channel: string, threadTs: string): void {
  beginning.setState({ [channel]: false })
  navigate({ channel, thread: threadTs })
  focusComposer()
}

/** Goes back to the last conversation. */
export function leaveConversation(channel: string): void {
  beginning.setState({ [channel]: false })
  releases.setState((all) => ({ [channel]: (all[channel] ?? 0) + 1 }))
  navigate({ channel })
  focusComposer()
}

/** The next message begins a conversation. An assistant begins it now, so that it can greet. */
export function beginConversation(channel: ViewerChannel): void {
  navigate({ channel: channel.id })
  if (directPartnerOf(channel, workspace.getState())?.agent) beginning.setState({ [channel.id]: true })
  else startAssistantThread(channel.id)
  focusComposer()
}

/** Called when a message was sent: it has begun the conversation. */
export function endBeginning(channel: string): void {
  beginning.setState({ [channel]: false })
}

function focusComposer(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-region="composer"] [data-composing]')?.focus())
}
