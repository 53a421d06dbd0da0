import type { Channel } from '#domain/channels'
import type { Change } from '#store/change'
import type { AppEvent } from './appEvent.ts'
import { placeOf } from './places.ts'

type Of<T extends Change['type']> = Extract<Change, { type: T }>

/** Somebody comes to a channel, or goes. */
export function memberEvents(
  channel: Channel,
  change: Of<'joined' | 'left'>,
  user: string | null,
  eventTs: string,
): AppEvent[] {
  const place = placeOf(channel)
  if (!place?.members) return []
  const type = change.type === 'joined' ? 'member_joined_channel' : 'member_left_channel'
  const inviter = change.type === 'joined' && change.inviter !== null ? { inviter: change.inviter } : {}
  const event = {
    type,
    user,
    channel: channel.id,
    channel_type: place.members.letter,
    team: channel.team_id,
    ...inviter,
    event_ts: eventTs,
  }
  return [{ subscription: type, scope: place.members.scope, ts: null, event }]
}

/** A channel comes into being, or is closed. Of public ones every app of the team is told that may read of them. */
export function roomEvents(channel: Channel, change: Of<'created' | 'archived'>, eventTs: string): AppEvent[] {
  const { id, name, kind } = channel
  const place = placeOf(channel)
  if (!place?.members) return []
  const told = (type: string, event: object): AppEvent => ({
    subscription: type,
    scope: place.members?.scope,
    ...(kind === 'public' ? { outside: true } : {}),
    ts: null,
    event: { type, ...event, event_ts: eventTs },
  })
  if (change.type === 'created') {
    const created = Math.floor(channel.created_at / 1000)
    const facts = { id, name, name_normalized: name, is_channel: true, is_shared: false, is_org_shared: false }
    const whose = { created, creator: change.by, context_team_id: channel.team_id }
    return kind === 'public' ? [told('channel_created', { channel: { ...facts, ...whose } })] : []
  }
  const type = kind === 'public' ? 'channel_archive' : 'group_archive'
  return [told(type, { channel: id, user: change.by, ...(kind === 'public' ? { is_moved: 0 } : {}) })]
}
