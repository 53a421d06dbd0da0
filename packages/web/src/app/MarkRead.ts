import { useEffect } from 'react'
import { useRoute } from '#routing/route.ts'
import { markRead } from '#store/client/pageReadMarks.ts'
import { stopKeepingUnread } from '#store/client/markUnread.ts'
import { useWorkspace } from '#store/workspace/workspace.ts'
import { useWhileVisible } from '#messages/window/useWhileVisible.ts'

/** Marks the channel that the address names as read while somebody can see the page. */
export function MarkRead(): null {
  const { channel, tab } = useRoute()
  useMarkReadWhileVisible(tab ? undefined : channel)
  return null
}

/** Marks a channel that is shown as read while somebody can see the page. */
export function useMarkReadWhileVisible(channel: string | undefined): void {
  const latest = useWorkspace((state) => (channel ? state.channels[channel]?.latest : undefined))
  useWhileVisible(() => channel && markRead(channel), [channel, latest])
  // [REA-5] What was marked as unread stays so until the person comes back to it.
  useEffect(() => () => stopKeepingUnread(channel ?? ''), [channel])
}
