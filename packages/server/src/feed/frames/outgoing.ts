import type { Audience } from '#domain/streams/audience'
import type { ServerFrame } from '#feed/protocol/serverFrames'

/** The frames that one change becomes, and which viewers they go to. */
export type Outgoing =
  /** To the members of the channel, and to viewers that have the channel open. */
  | {
      to: 'channel'
      teamId: string
      channelId: string
      /** `hidden`: for viewers that are not in the audience. */
      frame: (hidden: boolean) => ServerFrame
      audience: Audience | undefined
    }
  /** To viewers that have the channel open: the deltas of one stream, as one frame or as one frame each. */
  | {
      to: 'watchers'
      teamId: string
      channelId: string
      ts: string
      joinedFrame: () => ServerFrame
      separateFrames: () => ServerFrame[]
      audience: Audience
    }
  | { to: 'team'; teamId: string; frame: ServerFrame }
  /** To the viewers that show the presence of this user. */
  | { to: 'showing'; teamId: string; userId: string; frame: ServerFrame }
  /** To every viewer of one person. */
  | { to: 'person'; teamId: string; userId: string; frame: ServerFrame }
  /** A channel, which each viewer of the team sees in its own way. */
  | { to: 'eachViewer'; teamId: string; channelId: string; seq: number; subject: string | null }
  /** The session has ended: its viewers are closed. */
  | { to: 'session'; teamId: string; hash: string }
  /** The team changed: its viewers have to connect again. */
  | { to: 'reconnect'; teamId: string }
