import type { SentEvent } from '#domain/apps/sentEvents'
import type { Channel } from '#domain/channels/find'

interface ChannelType {
  /** `channel_type` of message events. */
  type: 'channel' | 'group' | 'im' | 'mpim'
  subscription: SentEvent
  scope: string
  /** `channel_type` and scope of the events about members. Set only for channels that people join and leave. */
  members?: { letter: 'C' | 'G'; scope: string }
}

const channelTypes: Partial<Record<Channel['kind'], ChannelType>> = {
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

/** How events describe the kind of a channel; undefined for a canvas, which has no events. */
export function channelTypeOf(channel: Channel): ChannelType | undefined {
  return channelTypes[channel.kind]
}
