import type { ViewerChannel } from 'rivulet/feedProtocol'
import { directPartnerOf } from '#names/channelTitle.ts'
import type { Workspace } from '#store/workspace/workspace.ts'

/** Whether the viewer can write in the channel itself. `ClosedComposer` says why not. */
export function hasComposer(channel: ViewerChannel, state: Pick<Workspace, 'users' | 'you'>): boolean {
  const { archived, member, posting } = channel
  return !archived && member && posting === 'everyone' && directPartnerOf(channel, state)?.messages !== 'read_only'
}

/** Whether the viewer can write in the threads of the channel. */
export function takesReplies({ threads, archived, member, posting }: ViewerChannel): boolean {
  return threads && !archived && member && posting !== 'read_only'
}
