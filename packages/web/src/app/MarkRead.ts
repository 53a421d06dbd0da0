import { isDirectWithApp } from '#names/channelTitle.ts'
import { useMarkReadInSight } from '#notifications/useMarkReadInSight.ts'
import { type Route, useRoute } from '#routing/route.ts'
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
