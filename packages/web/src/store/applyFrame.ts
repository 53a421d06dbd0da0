import type { ServerFrame, ViewerChannel } from 'rivulet/feedProtocol'
import { withNews, withoutNews } from './applyToChannel.ts'
import {
  aboutOf,
  byTs,
  withAbout,
  withChannel,
  withEphemeral,
  withMessage,
  withoutMessage,
  withReactions,
  withStatus,
  withThread,
} from './applyToConversation.ts'
import { withModals } from './modals.ts'
import { conversationOf, type Conversation, type Welcome, type Workspace } from './workspace.ts'

/**
 * The workspace after one frame of the feed. Deltas are not here: a reply that grows lives in `streams`, outside React.
 * Only frames of the log move `seq`; a snapshot may be ahead of it.
 */
export function applyFrame(state: Workspace, frame: ServerFrame, clock = Date.now()): Workspace {
  switch (frame.type) {
    case 'welcome':
      return welcomed(state, frame, clock)
    case 'resumed':
      return { ...state, ready: true, epoch: frame.epoch, clockAhead: frame.now - clock }
    case 'pong':
      return { ...state, clockAhead: frame.now - clock }
    case 'channel':
      return inConversation(state, frame.channel, (known) => withChannel(known, frame))
    case 'thread':
      return inConversation(state, frame.channel, (known) => withThread(known, frame))
    case 'history':
      return inConversation(state, frame.channel, (known) => ({
        ...known,
        hasMore: frame.has_more,
        from: frame.has_more ? (frame.messages[0]?.ts ?? known.from) : undefined,
        messages: { ...byTs(frame.messages), ...known.messages },
        about: { ...aboutOf(frame.threads), ...known.about },
      }))
    case 'message':
      return inChannel(
        inConversation(advanced(state, frame.seq), frame.channel, (known) => withMessage(known, frame.message)),
        frame.channel,
        (channel) => withNews(channel, frame.message, state.you),
      )
    case 'deleted':
      return inChannel(
        inConversation(advanced(state, frame.seq), frame.channel, (known) => withoutMessage(known, frame.ts)),
        frame.channel,
        (channel) => ({ ...withoutNews(channel, frame.ts), latest: frame.latest }),
      )
    case 'reactions':
      return inConversation(advanced(state, frame.seq), frame.channel, (known) => withReactions(known, frame))
    case 'ephemeral':
      return inConversation(advanced(state, frame.seq), frame.channel, (known) => withEphemeral(known, frame.message))
    case 'ephemeral_gone':
      return withoutEphemeral(advanced(state, frame.seq), frame.channel, frame.ts)
    case 'modals':
      return withModals(advanced(state, frame.seq), frame)
    case 'home':
      return { ...advanced(state, frame.seq), homes: { ...state.homes, [frame.app_id]: frame.view } }
    case 'delta':
      return advanced(state, frame.seq)
    case 'status':
      return inConversation(advanced(state, frame.seq), frame.channel, (known) => withStatus(known, frame))
    case 'thread_changed':
      return inConversation(advanced(state, frame.seq), frame.channel, (known) => withAbout(known, frame))
    case 'channel_changed':
      return withSight(advanced(state, frame.seq), frame)
    case 'read': {
      const { last_read, unread } = frame
      return inChannel(advanced(state, frame.seq), frame.channel, (channel) => ({ ...channel, last_read, unread }))
    }
    case 'user_changed':
      return { ...advanced(state, frame.seq), users: { ...state.users, [frame.user.id]: frame.user } }
    case 'offers_changed':
      return { ...advanced(state, frame.seq), commands: frame.commands, shortcuts: frame.shortcuts }
    case 'refused':
      return unanswered(state, frame)
    case 'done':
    case 'expected':
    case 'opened':
    case 'changed':
      return state
    default:
      // A page may be older than the server that it comes back to.
      frame satisfies never
      return state
  }
}

function welcomed(state: Workspace, frame: Welcome, clock: number): Workspace {
  const kept = Object.entries(state.conversations).map(([id, known]) => [
    id,
    { ...known, stale: true, statuses: {}, about: {} },
  ])
  return {
    ready: true,
    seq: frame.seq,
    epoch: frame.epoch,
    clockAhead: frame.now - clock,
    you: frame.you,
    team: frame.team,
    users: byId(frame.users),
    usergroups: byId(frame.usergroups),
    emoji: frame.emoji,
    channels: byId(frame.channels),
    conversations: state.you === frame.you ? Object.fromEntries(kept) : {},
    commands: frame.commands,
    shortcuts: frame.shortcuts,
    homes: {},
    modals: state.you === frame.you ? state.modals : [],
  }
}

/** What was known of a channel goes when it goes out of sight; what was asked for in vain, when it comes into sight. */
function withSight(state: Workspace, { id, channel }: Extract<ServerFrame, { type: 'channel_changed' }>): Workspace {
  if (channel && state.channels[id]) return { ...state, channels: { ...state.channels, [id]: channel } }
  const { [id]: _gone, ...others } = state.channels
  const { [id]: _known, ...conversations } = state.conversations
  return { ...state, channels: channel ? { ...others, [id]: channel } : others, conversations }
}

export function withoutEphemeral(state: Workspace, channel: string, ts: string): Workspace {
  return inConversation(state, channel, (known) => ({ ...known, ephemerals: { ...known.ephemerals, [ts]: null } }))
}

/** A thread that was asked for and is not there: there is nothing to wait for. */
function unanswered(state: Workspace, frame: Extract<ServerFrame, { type: 'refused' }>): Workspace {
  const { id, channel, thread_ts: thread } = frame
  if (id !== undefined || channel === undefined || thread === undefined) return state
  return inConversation(state, channel, (known) => ({ ...known, threads: { ...known.threads, [thread]: true } }))
}

function advanced(state: Workspace, seq: number): Workspace {
  return seq > state.seq ? { ...state, seq } : state
}

function inConversation(state: Workspace, channel: string, change: (known: Conversation) => Conversation): Workspace {
  const known = conversationOf(state, channel)
  const next = change(known)
  return next === known ? state : { ...state, conversations: { ...state.conversations, [channel]: next } }
}

function inChannel(state: Workspace, id: string, change: (channel: ViewerChannel) => ViewerChannel): Workspace {
  const channel = state.channels[id]
  const next = channel && change(channel)
  return next === channel || !next ? state : { ...state, channels: { ...state.channels, [id]: next } }
}

function byId<T extends { id: string }>(things: readonly T[]): Record<string, T> {
  return Object.fromEntries(things.map((thing) => [thing.id, thing]))
}
