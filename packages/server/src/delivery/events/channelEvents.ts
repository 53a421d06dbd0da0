import type { Channel } from '#domain/channels/find'
import type { Change } from '#store/tables/change'
import type { AppEvent } from './appEvent.ts'
import { placeOf } from './channelTypes.ts'

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

/** A channel comes into being, is renamed, closed or opened. Of public ones every app that may read of them is told. */
export function roomEvents(
  channel: Channel,
  change: Of<'created' | 'archived' | 'unarchived' | 'renamed'>,
  eventTs: string,
): AppEvent[] {
  const { id, kind } = channel
  const { members } = placeOf(channel) ?? {}
  const open = kind === 'public'
  if (!members || (change.type === 'created' && !open)) return []
  const type = open ? `channel_${word[change.type]}` : `group_${word[change.type]}`
  const told = (event: object): AppEvent[] => [
    {
      subscription: type,
      scope: members.scope,
      ...(open ? { outside: true } : {}),
      ts: null,
      event: { type, ...event, event_ts: eventTs },
    },
  ]
  const created = Math.floor(channel.created_at / 1000)
  switch (change.type) {
    case 'created': {
      const facts = { id, name: channel.name, name_normalized: channel.name, is_channel: true, is_shared: false }
      return told({
        channel: { ...facts, is_org_shared: false, created, creator: change.by, context_team_id: channel.team_id },
      })
    }
    case 'renamed': {
      const { name } = change
      return told({ channel: { id, name, name_normalized: name, created, is_channel: open, is_mpim: false } })
    }
    case 'archived':
      return told({ channel: id, user: change.by, is_moved: 0 })
    case 'unarchived':
      return told({ channel: id, ...(open ? { user: change.by } : { actor_id: change.by }) })
  }
}

const word = { created: 'created', renamed: 'rename', archived: 'archive', unarchived: 'unarchive' }
