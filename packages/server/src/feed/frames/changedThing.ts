import type { ServerFrame } from '#feed/protocol/serverFrames'
import type { FollowedEntry } from '#store/news'
import type { Outgoing } from './outgoing.ts'

export function keyOf(entry: Pick<FollowedEntry, 'team_id' | 'channel_id' | 'ts'>): string {
  return `${entry.team_id}/${entry.channel_id}/${entry.ts}`
}

/** A frame that is the same for everybody in the channel. */
export function toChannel(
  { teamId, channelId }: Pick<ChangedThing, 'teamId' | 'channelId'>,
  frame: ServerFrame,
): Outgoing {
  return { to: 'channel', teamId, channelId, audience: undefined, frame: () => frame }
}

/** What a log entry names. */
export interface ChangedThing {
  teamId: string
  channelId: string
  ts: string
  seq: number
}
