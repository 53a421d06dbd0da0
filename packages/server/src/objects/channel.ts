import { z } from 'zod'
import type { Caller } from '#domain/access/caller'
import type { Channel } from '#domain/channels/find'
import { listUsersById } from '#domain/people/users'
import type { Db } from '#store/db'

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
  is_ext_shared: z.boolean().optional(),
  is_org_shared: z.boolean(),
  is_pending_ext_shared: z.boolean().optional(),
  pending_shared: z.array(z.string()).optional(),
  previous_names: z.array(z.string()).optional(),
  unlinked: z.int().optional(),
  is_member: z.boolean().optional(),
  is_open: z.boolean().optional().describe('Only from conversations.open, with `return_im`.'),
  is_read_only: z.boolean().optional(),
  is_thread_only: z.boolean().optional(),
  created: z.int(),
  updated: z.int().describe('When it was created, or its topic or purpose was set: in milliseconds.'),
  creator: z.string().optional(),
  context_team_id: z.string(),
  shared_team_ids: z.array(z.string()),
  num_members: z.int().optional(),
  user: z.string().optional().describe('In a direct message: the other user.'),
  is_user_deleted: z.boolean().optional().describe('In a direct message: whether the other user was deleted.'),
  priority: z.number().optional(),
  last_read: z.string().optional().describe('Only from conversations.info: the ts up to which the caller has read.'),
  topic: z.object({ value: z.string(), creator: z.string(), last_set: z.int() }).optional(),
  purpose: z.object({ value: z.string(), creator: z.string(), last_set: z.int() }).optional(),
})

interface Options {
  /** Adds `num_members`. */
  members?: boolean
  /** Adds `last_read`, a ts. */
  lastRead?: string | undefined
}

/** Channels as the caller sees them, among them direct messages. */
export async function toChannelObjects(db: Db, channels: readonly Channel[], caller: Caller, options?: Options) {
  const partners = channels.filter(({ kind }) => kind === 'im').map((channel) => otherMember(channel, caller.userId))
  // All are of one team.
  const users = await listUsersById(db, channels[0]?.team_id ?? '', partners)
  const gone = new Set(users.filter(({ deleted }) => deleted).map(({ id }) => id))
  return channels.map((channel) => toChannelObject(channel, caller, options, gone))
}

/** A channel as the caller sees it. `gone`: the deleted users, if it may be a direct message. */
export function toChannelObject(
  channel: Channel,
  caller: Caller,
  options: Options = {},
  gone: ReadonlySet<string> = new Set(),
): z.input<typeof channelObject> {
  const isDirectMessage = channel.kind === 'im'
  const user = otherMember(channel, caller.userId)
  return {
    id: channel.id,
    ...(isDirectMessage
      ? { user, is_user_deleted: gone.has(user), priority: 0 }
      : { name: channel.name, name_normalized: channel.name, ...sharingOf(channel) }),
    is_channel: channel.kind === 'public' || channel.kind === 'private' || channel.kind === 'canvas',
    is_group: channel.kind === 'mpim',
    is_im: isDirectMessage,
    is_mpim: channel.kind === 'mpim',
    is_private: channel.kind !== 'public' && channel.kind !== 'canvas',
    is_archived: channel.archived,
    is_general: channel.general,
    is_shared: channel.shared_with.length > 0,
    is_org_shared: false,
    ...(isDirectMessage ? {} : { is_member: channel.members.has(caller.userId) }),
    ...(channel.posting === 'read_only' ? { is_read_only: true } : {}),
    ...(channel.posting === 'threads_only' ? { is_thread_only: true } : {}),
    created: Math.floor(channel.created_at / 1000),
    updated: Math.max(channel.created_at, channel.topic_at ?? 0, channel.purpose_at ?? 0),
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

/** A shared channel is one with other teams, and nobody is invited to it. */
function sharingOf({ shared_with: teams }: Channel) {
  return {
    is_ext_shared: teams.length > 0,
    is_pending_ext_shared: false,
    pending_shared: [],
    previous_names: [],
    unlinked: 0,
  }
}

function textObject(value: string, by: string | null, at: number | null) {
  return { value, creator: by ?? '', last_set: Math.floor((at ?? 0) / 1000) }
}

function otherMember(channel: Channel, userId: string): string {
  return [...channel.members].find((member) => member !== userId) ?? userId
}
