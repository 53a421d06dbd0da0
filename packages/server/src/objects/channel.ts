import { z } from 'zod'
import type { Caller } from '#domain/access/caller'
import type { Channel } from '#domain/channels/find'

/** The schema of a channel object. */
export const channelObject = z.object({
  id: z.string(),
  name: z.string().optional(),
  name_normalized: z.string().optional(),
  is_channel: z.boolean(),
  is_group: z.boolean(),
  is_im: z.boolean(),
  is_mpim: z.boolean(),
  is_private: z.boolean(),
  is_archived: z.boolean(),
  is_general: z.boolean(),
  is_shared: z.boolean(),
  is_member: z.boolean().optional(),
  is_open: z.boolean().optional().describe('Only from conversations.open, with `return_im`.'),
  is_read_only: z.boolean().optional(),
  is_thread_only: z.boolean().optional(),
  created: z.int(),
  creator: z.string().optional(),
  context_team_id: z.string(),
  shared_team_ids: z.array(z.string()),
  num_members: z.int().optional(),
  user: z.string().optional().describe('In a direct message: the other user.'),
  last_read: z.string().optional().describe('Only from conversations.info: the ts up to which the caller has read.'),
  topic: z.object({ value: z.string(), creator: z.string(), last_set: z.int() }).optional(),
  purpose: z.object({ value: z.string(), creator: z.string(), last_set: z.int() }).optional(),
})

/** A channel as the caller sees it. `members` adds `num_members`, `lastRead` adds `last_read` (a ts). */
export function toChannelObject(
  channel: Channel,
  caller: Caller,
  options: { members?: boolean; lastRead?: string | undefined } = {},
): z.input<typeof channelObject> {
  const isDirectMessage = channel.kind === 'im'
  return {
    id: channel.id,
    ...(isDirectMessage
      ? { user: otherMember(channel, caller.userId) }
      : { name: channel.name, name_normalized: channel.name }),
    is_channel: channel.kind === 'public' || channel.kind === 'private' || channel.kind === 'canvas',
    is_group: channel.kind === 'mpim',
    is_im: isDirectMessage,
    is_mpim: channel.kind === 'mpim',
    is_private: channel.kind !== 'public' && channel.kind !== 'canvas',
    is_archived: channel.archived,
    is_general: channel.general,
    is_shared: channel.shared_with.length > 0,
    ...(isDirectMessage ? {} : { is_member: channel.members.has(caller.userId) }),
    ...(channel.posting === 'read_only' ? { is_read_only: true } : {}),
    ...(channel.posting === 'threads_only' ? { is_thread_only: true } : {}),
    created: Math.floor(channel.created_at / 1000),
    ...(channel.creator ? { creator: channel.creator } : {}),
    context_team_id: channel.team_id,
    shared_team_ids: [channel.team_id, ...channel.shared_with],
    ...(options.members ? { num_members: channel.members.size } : {}),
    ...(options.lastRead === undefined ? {} : { last_read: options.lastRead }),
    ...(isDirectMessage
      ? {}
      : {
          topic: textObject(channel.topic, channel.topic_by, channel.topic_at),
          purpose: textObject(channel.purpose, channel.purpose_by, channel.purpose_at),
        }),
  }
}

function textObject(value: string, by: string | null, at: number | null) {
  return { value, creator: by ?? '', last_set: Math.floor((at ?? 0) / 1000) }
}

function otherMember(channel: Channel, userId: string): string {
  return [...channel.members].find((member) => member !== userId) ?? userId
}
