import type { Method } from '#rpc/method'
import { rename } from './agents/sessions/rename.ts'
import { setStatus as setSessionStatus } from './agents/sessions/setStatus.ts'
import { test as apiTest } from './api/test.ts'
import { open as openConnection } from './apps/connections/open.ts'
import { create as createManifest } from './apps/manifest/create.ts'
import { exportManifest } from './apps/manifest/export.ts'
import { validate as validateManifest } from './apps/manifest/validate.ts'
import { uninstall } from './apps/uninstall.ts'
import { setStatus } from './assistant/threads/setStatus.ts'
import { revoke } from './auth/revoke.ts'
import { setSuggestedPrompts } from './assistant/threads/setSuggestedPrompts.ts'
import { setTitle } from './assistant/threads/setTitle.ts'
import { test as authTest } from './auth/test.ts'
import { info as botsInfo } from './bots/info.ts'
import { validate } from './blocks/validate.ts'
import { appendStream } from './chat/appendStream.ts'
import { remove as deleteMessage } from './chat/delete.ts'
import { getPermalink } from './chat/getPermalink.ts'
import { postEphemeral } from './chat/postEphemeral.ts'
import { postMessage } from './chat/postMessage.ts'
import { startStream } from './chat/startStream.ts'
import { stopStream } from './chat/stopStream.ts'
import { update } from './chat/update.ts'
import { archive } from './conversations/archive.ts'
import { create } from './conversations/create.ts'
import { history } from './conversations/history.ts'
import { info as conversationsInfo } from './conversations/info.ts'
import { invite } from '#methods/conversations/membership/invite'
import { join } from '#methods/conversations/membership/join'
import { kick } from '#methods/conversations/membership/kick'
import { leave } from '#methods/conversations/membership/leave'
import { list as conversationsList } from './conversations/list.ts'
import { mark } from './conversations/mark.ts'
import { members } from '#methods/conversations/membership/members'
import { open } from './conversations/open.ts'
import { rename as renameChannel } from './conversations/rename.ts'
import { replies } from './conversations/replies.ts'
import { setPurpose } from './conversations/setPurpose.ts'
import { setTopic } from './conversations/setTopic.ts'
import { unarchive } from './conversations/unarchive.ts'
import { list as emojiList } from './emoji/list.ts'
import { completeUploadExternal } from './files/completeUploadExternal.ts'
import { remove as deleteFile } from './files/delete.ts'
import { getUploadURLExternal } from './files/getUploadURLExternal.ts'
import { info as filesInfo } from './files/info.ts'
import { list as filesList } from './files/list.ts'
import { access } from './oauth/v2/access.ts'
import { add as addReaction } from './reactions/add.ts'
import { get as getReactions } from './reactions/get.ts'
import { remove as removeReaction } from './reactions/remove.ts'
import { info as teamInfo } from './team/info.ts'
import { conversations as usersConversations } from './users/conversations.ts'
import { info as usersInfo } from './users/info.ts'
import { list as usersList } from './users/list.ts'
import { lookupByEmail } from './users/lookupByEmail.ts'
import { open as openView } from './views/open.ts'
import { publish } from './views/publish.ts'
import { push } from './views/push.ts'
import { update as updateView } from './views/update.ts'

const all: readonly Method[] = [
  rename,
  setSessionStatus,
  apiTest,
  openConnection,
  createManifest,
  exportManifest,
  validateManifest,
  uninstall,
  setStatus,
  revoke,
  setSuggestedPrompts,
  setTitle,
  authTest,
  botsInfo,
  validate,
  appendStream,
  deleteMessage,
  getPermalink,
  postEphemeral,
  postMessage,
  startStream,
  stopStream,
  update,
  archive,
  create,
  history,
  conversationsInfo,
  invite,
  join,
  kick,
  leave,
  conversationsList,
  mark,
  members,
  open,
  replies,
  renameChannel,
  setPurpose,
  setTopic,
  unarchive,
  emojiList,
  completeUploadExternal,
  deleteFile,
  getUploadURLExternal,
  filesInfo,
  filesList,
  access,
  addReaction,
  getReactions,
  removeReaction,
  teamInfo,
  usersConversations,
  usersInfo,
  usersList,
  lookupByEmail,
  openView,
  publish,
  push,
  updateView,
]

/** Every method there is, by name. */
export const methods: ReadonlyMap<string, Method> = new Map(all.map((method) => [method.name, method]))
