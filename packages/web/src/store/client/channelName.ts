import type { Workspace } from '#store/workspace/workspace.ts'
import { askForChannel } from './pageClient.ts'

/** The name of a channel; undefined if the person cannot see it, or until the page has fetched it. */
export function channelName(channels: Workspace['channels'], id: string): string | undefined {
  const channel = channels[id]
  if (!channel) askForChannel(id)
  return channel?.name
}
