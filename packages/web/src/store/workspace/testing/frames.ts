import type { ServerFrame, ViewerChannel, ViewerMessage } from 'rivulet/feedProtocol'
import { applyFrame } from '#store/workspace/applyFrame.ts'
import { contentOf, emptyWorkspace, type Workspace } from '#store/workspace/workspace.ts'

export const general: ViewerChannel = {
  id: 'C1',
  name: 'general',
  kind: 'public',
  topic: '',
  archived: false,
  general: true,
  member: true,
  posting: 'everyone',
  threads: true,
  members: ['U1'],
  latest: null,
  last_read: null,
  closed_at: null,
  unread: [],
  mentions: [],
}
export const welcome = {
  type: 'welcome',
  seq: 10,
  epoch: 'e1',
  now: 5_000,
  you: 'U1',
  team: { id: 'T1', name: 'Acme', domain: 'acme' },
  limits: { text: 40_000, frame: 65_536 },
  users: [],
  usergroups: [],
  emoji: {},
  channels: [general],
  commands: [],
  preferences: {},
  shortcuts: [],
  activity: { reactions: 0, threads: [] },
} satisfies ServerFrame

export function createMessage(ts: string, more: Partial<ViewerMessage> = {}): ViewerMessage {
  return { ts, user: 'U2', text: ts, blocks: [], edited: false, ...more }
}

export function messageFrame(seq: number, message: ViewerMessage): ServerFrame {
  return { type: 'message', seq, channel: 'C1', message }
}

/** A snapshot of the channel with its newest messages. */
export function channelFrame(messages: ViewerMessage[], hasMore = false): ServerFrame {
  return { type: 'channel', seq: 99, channel: 'C1', messages, statuses: [], threads: [], has_more: hasMore }
}

/** The workspace after the welcome and these frames, by a clock that is a second behind the server's. */
export function stateAfter(...frames: ServerFrame[]): Workspace {
  return frames.reduce((state, frame) => applyFrame(state, frame, 4_000), applyFrame(emptyWorkspace, welcome, 4_000))
}

/** The ts of all messages of the channel that are loaded. */
export function loadedTs(state: Workspace): string[] {
  return Object.keys(contentOf(state, 'C1').messages).sort()
}
