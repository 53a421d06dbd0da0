/**
 * The feed: what the server and a browser send each other on the WebSocket `/feed`, one JSON object a frame.
 * `docs/feed.md` describes the protocol in prose. The web client imports this file as `rivulet/feedProtocol`.
 *
 * Every frame that changes what people see carries `seq`: every change in the log up to this number has been sent
 * before it. A viewer remembers the greatest `seq` and sends it in `hello` after its connection was lost. The server
 * may then repeat a change, which does no harm.
 */
export type {
  ActivityFrame,
  ChannelFrame,
  ClientFrame,
  ViewerDraft,
  KeptFrame,
  Place,
  ProfileFields,
} from './protocol/clientFrames.ts'
export type { ViewerConversation, ViewerWork } from './protocol/viewerAgents.ts'
export type { LaterFrame, SavedEntry } from './protocol/laterFrames.ts'
export type { Continuation, ServerFrame, UnreadThread } from './protocol/serverFrames.ts'
export type {
  DraftEntry,
  ViewerActivity,
  ViewerAgent,
  ViewerBookmark,
  ViewerFile,
  ViewerMessage,
  ViewerMatch,
  ViewerPin,
  ViewerReaction,
  ViewerScheduled,
  ViewerStatus,
  ViewerThread,
  ViewerVersion,
} from './protocol/viewerMessages.ts'
export type {
  ViewerChannel,
  ViewerCommand,
  ViewerPreferences,
  ViewerSession,
  ViewerShortcut,
  ViewerSidebar,
  ViewerUser,
  ViewerUsergroup,
  ViewerView,
} from './protocol/viewerWorkspace.ts'
export { closeReasons } from './protocol/closeReasons.ts'
