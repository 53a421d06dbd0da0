import { useEffect } from 'react'
import { markRead, markThreadRead } from '#store/client/pageClient.ts'
import { stopKeepingUnread } from '#store/client/markUnread.ts'
import { threadKey, useWorkspace } from '#store/workspace/workspace.ts'

/** Marks the channel and the thread that are shown as read while somebody can see the page. */
export function useMarkReadWhileVisible(channel: string | undefined, thread: string | undefined): void {
  const latest = useWorkspace((state) => (channel ? state.channels[channel]?.latest : undefined))
  const key = channel && thread ? threadKey(channel, thread) : undefined
  const news = useWorkspace((state) => (key ? state.activity.threads[key]?.latest : undefined))
  useWhileVisible(() => channel && markRead(channel), [channel, latest])
  useWhileVisible(() => channel && thread && news && markThreadRead(channel, thread), [channel, thread, news])
  // [REA-5] What was marked as unread stays so until the person comes back to it.
  useEffect(() => () => stopKeepingUnread(channel ?? ''), [channel])
  useEffect(() => () => stopKeepingUnread(key ?? ''), [key])
}

function useWhileVisible(mark: () => unknown, changes: readonly unknown[]) {
  useEffect(() => {
    const markIfVisible = () => document.visibilityState === 'visible' && mark()
    markIfVisible()
    document.addEventListener('visibilitychange', markIfVisible)
    return () => document.removeEventListener('visibilitychange', markIfVisible)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `mark` only reads what is in `changes`
  }, changes)
}
