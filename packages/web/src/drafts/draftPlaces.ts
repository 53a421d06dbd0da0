import { openLanding } from '#routing/landing.ts'
import type { Route } from '#routing/route.ts'
import { draftKey } from '#store/workspace/workspace.ts'
import { openThread } from '#threads/openThread.ts'

/** The drafts that are on the page: of the channel, and of the thread or agent beside it. */
export function shownDrafts({ channel, thread, beside, besideThread }: Route): string[] {
  return [...keysOf(channel, thread), ...keysOf(beside, besideThread)]
}

function keysOf(channel: string | undefined, thread: string | undefined): string[] {
  if (channel === undefined) return []
  return [draftKey(channel, undefined), ...(thread === undefined ? [] : [draftKey(channel, thread)])]
}

/** What a `draftKey` was made of. */
export function placeOf(key: string): { channel: string; thread_ts?: string } {
  const [channel = '', ...thread] = key.split('.')
  return { channel, ...(thread.length > 0 ? { thread_ts: thread.join('.') } : {}) }
}

export function openDraft({ channel, thread_ts: thread }: ReturnType<typeof placeOf>): void {
  if (thread === undefined) openLanding(channel)
  else openThread(channel, thread)
}
