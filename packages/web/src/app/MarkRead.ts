import { useEffect } from 'react'
import { isDirectWithApp } from '#names/channelTitle.ts'
import { useWhileInSight } from '#notifications/useWhileInSight.ts'
import { type Route, useRoute } from '#routing/route.ts'
import { markRead } from '#store/client/pageReadMarks.ts'
import { stopKeepingUnread } from '#store/client/markUnread.ts'
import { contentOf, useWorkspace, type Workspace } from '#store/workspace/workspace.ts'
import { useMediaQuery } from '#ui/useMediaQuery.ts'

/** [REA-3] Marks a channel, once it is open, as read while somebody sees its newest messages. */
export function MarkRead({ channel }: { channel: string }): null {
  const route = useRoute()
  // On a narrow screen a thread or an agent takes the place of the channel.
  const alone = useMediaQuery('(max-width: 1099px)')
  const isCovered = useWorkspace((state) => alone && hasPaneBeside(state, route))
  const isFurtherBack = useWorkspace((state) => contentOf(state, channel).timeline.window !== undefined)
  useMarkReadInSight(channel, !isCovered && !isFurtherBack)
  return null
}

function hasPaneBeside(state: Workspace, { channel: id = '', thread, beside = '' }: Route): boolean {
  const channel = state.channels[id]
  return state.channels[beside] !== undefined || (thread !== undefined && !(channel && isDirectWithApp(channel, state)))
}

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
