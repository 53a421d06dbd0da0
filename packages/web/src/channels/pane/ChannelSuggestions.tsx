import type { ViewerChannel } from 'rivulet/feedProtocol'
import { sortByTime } from '#messages/list/rows.ts'
import { isRoot } from '#messages/message/messageTs.ts'
import { directPartnerOf } from '#names/channelTitle.ts'
import { contentOf, useWorkspace } from '#store/workspace/workspace.ts'
import { Suggestions } from '#threads/Suggestions.tsx'

type Props = { channel: ViewerChannel; isEmpty: boolean }

/**
 * The prompts that an app suggests in its direct message: those for the direct message, or else those for its newest
 * thread. If there are neither, an empty direct message shows those of the app's profile.
 */
export function ChannelSuggestions({ channel, isEmpty }: Props) {
  const partner = useWorkspace((state) => directPartnerOf(channel, state))
  const { threadInfo, messages } = useWorkspace((state) => contentOf(state, channel.id))
  const newest = sortByTime(Object.values(messages).filter(isRoot)).at(-1)?.ts
  const forChannel = threadInfo['']?.suggestions
  if (forChannel) return <Suggestions channel={channel.id} {...forChannel} />
  const forThread = newest !== undefined ? threadInfo[newest]?.suggestions : undefined
  if (forThread) return <Suggestions channel={channel.id} threadTs={newest} {...forThread} />
  return isEmpty && partner?.prompts ? <Suggestions channel={channel.id} prompts={partner.prompts} /> : null
}
