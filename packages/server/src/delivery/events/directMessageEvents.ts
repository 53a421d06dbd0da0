import type { SentEvent } from '#domain/apps/sentEvents'
import type { Channel } from '#domain/channels/find'
import type { AppEvent } from './appEvent.ts'

/** [ROM-12] A user created, opened again or closed a direct message. */
export function directMessageEvents(
  channel: Channel,
  change: 'created' | 'opened' | 'closed',
  { user, eventTs }: { user: string; eventTs: string },
): AppEvent[] {
  const isGroup = channel.kind === 'mpim'
  const toEvent = (type: SentEvent, named: unknown): AppEvent => ({
    subscription: type,
    scope: isGroup ? 'groups:read' : 'im:read',
    ts: null,
    event: { type, user, channel: named, event_ts: eventTs },
  })
  const event = toEvent(names[change][isGroup ? 'mpim' : 'im'], channel.id)
  if (isGroup || change !== 'created') return [event]
  const created = Math.floor(channel.created_at / 1000)
  return [toEvent('im_created', { id: channel.id, created, is_im: true, user: partnerOf(channel, user) }), event]
}

const names = {
  created: { im: 'im_open', mpim: 'group_open' },
  opened: { im: 'im_open', mpim: 'group_open' },
  closed: { im: 'im_close', mpim: 'group_close' },
} as const

function partnerOf(channel: Channel, user: string): string {
  return [...channel.members].find((id) => id !== user) ?? user
}
