import { useEffect } from 'react'
import { markRead } from '#store/client/pageReadMarks.ts'
import { stopKeepingUnread } from '#store/client/markUnread.ts'
import { contentOf, useWorkspace } from '#store/workspace/workspace.ts'
import { useWhileInSight } from './useWhileInSight.ts'

/** Marks a channel as read while somebody sees its messages. `isShown`: whether the page shows the newest. */
export function useMarkReadInSight(channel: string, isShown: boolean): void {
  const latest = useWorkspace((state) => state.channels[channel]?.latest)
  const isSeen = useWorkspace((state) => {
    const { loaded, stale } = contentOf(state, channel)
    return isShown && loaded && !stale
  })
  useWhileInSight(() => isSeen && markRead(channel), [channel, latest, isSeen])
  // [REA-5] What was marked as unread stays so until the person comes back to it.
  useEffect(() => () => stopKeepingUnread(channel), [channel])
}
