import type { SentEvent } from '#domain/apps/sentEvents'
import type { Channel } from '#domain/channels/find'
import type { Change } from '#store/tables/change'
import type { AppEvent } from './appEvent.ts'
import { channelTypeOf } from './channelTypes.ts'

type ChangeOf<T extends Change['type']> = Extract<Change, { type: T }>

/** Somebody joined or left a channel. */
export function memberEvents(
  channel: Channel,
  change: ChangeOf<'joined' | 'left'>,
  user: string | null,
  eventTs: string,
): AppEvent[] {
  const channelType = channelTypeOf(channel)
  if (!channelType?.members) return []
  const type = change.type === 'joined' ? 'member_joined_channel' : 'member_left_channel'
  const inviter = change.type === 'joined' && change.inviter !== null ? { inviter: change.inviter } : {}
  const event = {
    type,
    user,
    channel: channel.id,
    channel_type: channelType.members.letter,
    team: channel.team_id,
    ...inviter,
    event_ts: eventTs,
  }
  const told: AppEvent = { subscription: type, scope: channelType.members.scope, ts: null, event }
  return change.type === 'left' && user !== null ? [told, ownLeaving(channel, change, user, eventTs)] : [told]
}

/** [EVT-31] Tells an app, which is no member any more, that it has left. Nobody else is told. */
function ownLeaving(channel: Channel, { by }: ChangeOf<'left'>, user: string, eventTs: string): AppEvent {
  const isPublic = channel.kind === 'public'
  const type = isPublic ? 'channel_left' : 'group_left'
  return {
    subscription: type,
    scope: isPublic ? 'channels:read' : 'groups:read',
    onlyForBot: user,
    includesNonMembers: true,
    ts: null,
    event: { type, channel: channel.id, actor_id: by ?? user, event_ts: eventTs },
  }
}

/** A channel was created, renamed, archived or unarchived. Apps outside a public channel receive these events too. */
export function channelEvents(
  channel: Channel,
  change: ChangeOf<'created' | 'archived' | 'unarchived' | 'renamed'>,
  eventTs: string,
): AppEvent[] {
  const { id, kind } = channel
  const { members } = channelTypeOf(channel) ?? {}
  const isPublic = kind === 'public'
  const type = (isPublic ? publicNames : privateNames)[change.type]
  if (!members || !type) return []
  const toEvents = (event: object): AppEvent[] => [
    {
      subscription: type,
      scope: members.scope,
      ...(isPublic ? { includesNonMembers: true } : {}),
      ts: null,
      event: { type, ...event, event_ts: eventTs },
    },
  ]
  const created = Math.floor(channel.created_at / 1000)
  switch (change.type) {
    case 'created': {
      const facts = { id, name: channel.name, name_normalized: channel.name, is_channel: true, is_shared: false }
      return toEvents({
        channel: { ...facts, is_org_shared: false, created, creator: change.by, context_team_id: channel.team_id },
      })
    }
    case 'renamed': {
      const { name } = change
      return toEvents({ channel: { id, name, name_normalized: name, created, is_channel: isPublic, is_mpim: false } })
    }
    case 'archived':
      return toEvents({ channel: id, user: change.by, is_moved: 0 })
    case 'unarchived':
      return toEvents({ channel: id, ...(isPublic ? { user: change.by } : { actor_id: change.by }) })
  }
}

type Names = Partial<Record<Parameters<typeof channelEvents>[1]['type'], SentEvent>>

const publicNames: Names = {
  created: 'channel_created',
  renamed: 'channel_rename',
  archived: 'channel_archive',
  unarchived: 'channel_unarchive',
}
/** Nobody is told of a new private channel. */
const privateNames: Names = { renamed: 'group_rename', archived: 'group_archive', unarchived: 'group_unarchive' }
