import type { Channel } from '#domain/channels/find'

interface PlaceKind {
  /** As a message event names the kind of its channel. */
  type: 'channel' | 'group' | 'im' | 'mpim'
  subscription: string
  scope: string
  /** Where people come and go. */
  members?: { letter: 'C' | 'G'; scope: string }
}

const kinds: Partial<Record<Channel['kind'], PlaceKind>> = {
  public: {
    type: 'channel',
    subscription: 'message.channels',
    scope: 'channels:history',
    members: { letter: 'C', scope: 'channels:read' },
  },
  private: {
    type: 'group',
    subscription: 'message.groups',
    scope: 'groups:history',
    members: { letter: 'G', scope: 'groups:read' },
  },
  im: { type: 'im', subscription: 'message.im', scope: 'im:history' },
  mpim: { type: 'mpim', subscription: 'message.mpim', scope: 'mpim:history' },
}

/** How events speak of a channel; undefined for a canvas, of which there are none. */
export function placeOf(channel: Channel): PlaceKind | undefined {
  return kinds[channel.kind]
}
