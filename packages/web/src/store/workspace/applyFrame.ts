import type { ServerFrame, ViewerChannel } from 'rivulet/feedProtocol'
import { addUnread, removeUnread } from './unread.ts'
import {
  setThreadInfo,
  applyChannelFrame,
  applyHistoryFrame,
  addEphemeral,
  putMessage,
  removeMessage,
  setPin,
  setReactions,
  setStatus,
  applyThreadFrame,
} from './applyToContent.ts'
import { applyDraft, applySaved, keptOf } from './applyKept.ts'
import { applyViewStack } from './applyViewStack.ts'
import { newestOnly } from './timeline.ts'
import { contentOf, type ChannelContent, type Welcome, type Workspace, emptyWorkspace, threadKey } from './workspace.ts'

/**
 * Returns the workspace after one frame of the feed. The text of streams is not part of it: deltas go to `streams`, outside
 * React. Only frames of the log move `seq`; a snapshot may be ahead of it.
 */
export function applyFrame(state: Workspace, frame: ServerFrame, clock = Date.now()): Workspace {
  switch (frame.type) {
    case 'welcome':
      return applyWelcome(state, frame, clock)
    case 'resumed':
      return { ...state, ready: true, epoch: frame.epoch, clockAhead: frame.now - clock }
    case 'pong':
      return { ...state, clockAhead: frame.now - clock }
    case 'channel':
      return updateContent(state, frame.channel, (content) => applyChannelFrame(content, frame))
    case 'thread':
      return updateContent(state, frame.channel, (content) => applyThreadFrame(content, frame))
    case 'history':
      return updateContent(state, frame.channel, (content) => applyHistoryFrame(content, frame))
    case 'message':
      return updateChannel(
        updateContent(advanceSeq(state, frame.seq), frame.channel, (content) => putMessage(content, frame.message)),
        frame.channel,
        (channel) => addUnread(channel, frame.message, state),
      )
    case 'deleted':
      return updateChannel(
        updateContent(advanceSeq(state, frame.seq), frame.channel, (content) => removeMessage(content, frame.ts)),
        frame.channel,
        (channel) => ({ ...removeUnread(channel, frame.ts), latest: frame.latest }),
      )
    case 'reactions':
      return updateContent(advanceSeq(state, frame.seq), frame.channel, (content) => setReactions(content, frame))
    case 'pin':
      return updateContent(advanceSeq(state, frame.seq), frame.channel, (content) => setPin(content, frame))
    case 'bookmarks': {
      const { bookmarks } = frame
      return updateContent(advanceSeq(state, frame.seq), frame.channel, (content) => ({ ...content, bookmarks }))
    }
    case 'scheduled':
      return { ...advanceSeq(state, frame.seq), scheduled: frame.scheduled }
    case 'sidebar':
      return { ...advanceSeq(state, frame.seq), sidebar: frame.sidebar }
    case 'draft_changed':
      return { ...advanceSeq(state, frame.seq), drafts: applyDraft(state.drafts, frame) }
    case 'later_changed':
      return { ...advanceSeq(state, frame.seq), saved: applySaved(state.saved, frame) }
    case 'ephemeral':
      return updateContent(advanceSeq(state, frame.seq), frame.channel, (content) =>
        addEphemeral(content, frame.message),
      )
    case 'ephemeral_gone':
      return dismissEphemeral(advanceSeq(state, frame.seq), frame.channel, frame.ts)
    case 'modals':
      return applyViewStack(advanceSeq(state, frame.seq), frame)
    case 'home':
      return { ...advanceSeq(state, frame.seq), homes: { ...state.homes, [frame.app_id]: frame.view } }
    case 'status':
      return updateContent(advanceSeq(state, frame.seq), frame.channel, (content) => setStatus(content, frame))
    case 'thread_changed':
      return updateContent(advanceSeq(state, frame.seq), frame.channel, (content) => setThreadInfo(content, frame))
    case 'channels': {
      const unseen = Object.fromEntries((frame.unseen ?? []).map((id) => [id, true as const]))
      return {
        ...state,
        channels: { ...state.channels, ...byId(frame.channels) },
        unseen: { ...state.unseen, ...unseen },
      }
    }
    case 'channel_changed':
      return applyChannelChange(advanceSeq(state, frame.seq), frame)
    case 'read': {
      const { type: _type, seq, channel: id, ...marks } = frame
      return updateChannel(advanceSeq(state, seq), id, ({ muted: _muted, notify: _notify, ...channel }) => ({
        ...channel,
        ...marks,
      }))
    }
    case 'followed': {
      const { channel, thread_ts, latest, last_read } = frame
      const key = threadKey(channel, thread_ts)
      const { [key]: _before, ...others } = state.activity.threads
      const threads = latest > last_read ? { ...others, [key]: { channel, thread_ts, latest, last_read } } : others
      return { ...advanceSeq(state, frame.seq), activity: { ...state.activity, threads } }
    }
    case 'unseen':
      return { ...advanceSeq(state, frame.seq), activity: toActivity(frame, state.activity) }
    case 'preferences':
      return { ...advanceSeq(state, frame.seq), preferences: frame.preferences }
    case 'user_changed':
      return { ...advanceSeq(state, frame.seq), users: { ...state.users, [frame.user.id]: frame.user } }
    case 'presence':
      return { ...advanceSeq(state, frame.seq), activeUntil: { ...state.activeUntil, ...frame.users } }
    case 'usergroup_changed': {
      const mine = frame.users.includes(state.you) ? { mine: true as const } : {}
      const usergroup = { ...frame.usergroup, members: frame.users.length, ...mine }
      return { ...advanceSeq(state, frame.seq), usergroups: { ...state.usergroups, [usergroup.id]: usergroup } }
    }
    case 'directory': {
      const users = { ...state.users, ...byId(frame.users) }
      return { ...state, users, usergroups: { ...state.usergroups, ...byId(frame.usergroups) } }
    }
    case 'offers_changed':
      return { ...advanceSeq(state, frame.seq), commands: frame.commands, shortcuts: frame.shortcuts }
    case 'refused':
      return applyRefusal(state, frame)
    case 'delta':
    case 'done':
    case 'draft':
    case 'expected':
    case 'push_key':
    case 'opened':
    case 'changed':
    case 'saved':
    case 'pins':
    case 'typed':
    case 'versions':
    case 'found':
    case 'later':
    case 'group_members':
    case 'groups_of':
    case 'activity':
    case 'sessions':
    case 'conversations':
    case 'work':
      return state
    default:
      // The page may be older than the server, and not know all of its frames.
      frame satisfies never
      return state
  }
}

function applyWelcome(state: Workspace, frame: Welcome, clock: number): Workspace {
  const kept = Object.entries(state.contents).map(([id, content]): [string, ChannelContent] => [
    id,
    { ...content, stale: true, statuses: {}, threadInfo: {} },
  ])
  return {
    ready: true,
    seq: frame.seq,
    epoch: frame.epoch,
    clockAhead: frame.now - clock,
    you: frame.you,
    team: frame.team,
    limits: frame.limits,
    users: byId(frame.users),
    usergroups: byId(frame.usergroups),
    activeUntil: state.activeUntil,
    emoji: frame.emoji,
    channels: byId(frame.channels),
    unseen: {},
    contents: state.you === frame.you ? Object.fromEntries(kept) : {},
    commands: frame.commands,
    shortcuts: frame.shortcuts,
    sidebar: frame.sidebar,
    ...keptOf(frame),
    activity: toActivity(frame.activity, emptyWorkspace.activity),
    preferences: frame.preferences,
    keptUnread: state.keptUnread,
    homes: {},
    modals: state.you === frame.you ? state.modals : [],
  }
}

function toActivity(
  { reactions, threads, quiet_until }: Welcome['activity'],
  before: Workspace['activity'],
): Workspace['activity'] {
  const quietUntil = quiet_until ?? before.quietUntil
  if (!threads) return { ...before, reactions, quietUntil }
  const byKey = threads.map((thread) => [threadKey(thread.channel, thread.thread_ts), thread] as const)
  return { reactions, threads: Object.fromEntries(byKey), quietUntil }
}

/** Drops the content of a channel that the viewer no longer sees, and of one that appears: it was requested in vain. */
function applyChannelChange(
  state: Workspace,
  { id, channel }: Extract<ServerFrame, { type: 'channel_changed' }>,
): Workspace {
  if (channel && state.channels[id]) return { ...state, channels: { ...state.channels, [id]: channel } }
  const { [id]: _gone, ...others } = state.channels
  const { [id]: _content, ...contents } = state.contents
  const { [id]: _unseen, ...unseen } = state.unseen
  return channel
    ? { ...state, channels: { ...others, [id]: channel }, unseen, contents }
    : { ...state, channels: others, unseen: { ...unseen, [id]: true }, contents }
}

export function dismissEphemeral(state: Workspace, channel: string, ts: string): Workspace {
  return updateContent(state, channel, (content) => ({ ...content, ephemerals: { ...content.ephemerals, [ts]: null } }))
}

/** A refused thread does not exist. It counts as fetched, so that the page does not wait for it. */
function applyRefusal(state: Workspace, frame: Extract<ServerFrame, { type: 'refused' }>): Workspace {
  const { id, channel, thread_ts: thread } = frame
  if (id !== undefined || channel === undefined || thread === undefined) return state
  return updateContent(state, channel, (content) => ({
    ...content,
    threads: { ...content.threads, [thread]: newestOnly(undefined) },
  }))
}

function advanceSeq(state: Workspace, seq: number): Workspace {
  return seq > state.seq ? { ...state, seq } : state
}

export function updateContent(
  state: Workspace,
  channel: string,
  change: (content: ChannelContent) => ChannelContent,
): Workspace {
  const content = contentOf(state, channel)
  const next = change(content)
  return next === content ? state : { ...state, contents: { ...state.contents, [channel]: next } }
}

function updateChannel(state: Workspace, id: string, change: (channel: ViewerChannel) => ViewerChannel): Workspace {
  const channel = state.channels[id]
  const next = channel && change(channel)
  return next === channel || !next ? state : { ...state, channels: { ...state.channels, [id]: next } }
}

function byId<T extends { id: string }>(things: readonly T[]): Record<string, T> {
  return Object.fromEntries(things.map((thing) => [thing.id, thing]))
}
