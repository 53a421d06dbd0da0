import type { Method } from '#rpc/method'
import { rename } from './agents/sessions/rename.ts'
import { setStatus as setSessionStatus } from './agents/sessions/setStatus.ts'
import { test as apiTest } from './api/test.ts'
import { open as openConnection } from './apps/connections/open.ts'
import { create as createManifest } from './apps/manifest/create.ts'
import { deleteApp } from './apps/manifest/delete.ts'
import { exportManifest } from './apps/manifest/export.ts'
import { updateApp } from './apps/manifest/update.ts'
import { validate as validateManifest } from './apps/manifest/validate.ts'
import { uninstall } from './apps/uninstall.ts'
import { context as searchContext } from './assistant/search/context.ts'
import { info as searchInfo } from './assistant/search/info.ts'
import { setStatus } from './assistant/threads/setStatus.ts'
import { revoke } from './auth/revoke.ts'
import { setSuggestedPrompts } from './assistant/threads/setSuggestedPrompts.ts'
import { setTitle } from './assistant/threads/setTitle.ts'
import { test as authTest } from './auth/test.ts'
import { info as botsInfo } from './bots/info.ts'
import { validate } from './blocks/validate.ts'
import { add as addBookmark } from './bookmarks/add.ts'
import { edit as editBookmark } from './bookmarks/edit.ts'
import { list as listBookmarks } from './bookmarks/list.ts'
import { remove as removeBookmark } from './bookmarks/remove.ts'
import { appendStream } from './chat/appendStream.ts'
import { remove as deleteMessage } from './chat/delete.ts'
import { deleteScheduledMessage } from './chat/deleteScheduledMessage.ts'
import { getPermalink } from './chat/getPermalink.ts'
import { meMessage } from './chat/meMessage.ts'
import { postEphemeral } from './chat/postEphemeral.ts'
import { postMessage } from './chat/postMessage.ts'
import { scheduleMessage } from './chat/scheduleMessage.ts'
import { list as listScheduledMessages } from '#methods/chat/scheduledMessages/list'
import { startStream } from './chat/startStream.ts'
import { stopStream } from './chat/stopStream.ts'
import { unfurl } from './chat/unfurl.ts'
import { update } from './chat/update.ts'
import { archive } from './conversations/archive.ts'
import { close } from './conversations/close.ts'
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
import { completeError } from './functions/completeError.ts'
import { completeSuccess } from './functions/completeSuccess.ts'
import { access } from './oauth/v2/access.ts'
import { add as addPin } from './pins/add.ts'
import { list as listPins } from './pins/list.ts'
import { remove as removePin } from './pins/remove.ts'
import { token as openIdToken } from '#methods/openid/connect/token'
import { userInfo } from '#methods/openid/connect/userInfo'
import { add as addReaction } from './reactions/add.ts'
import { get as getReactions } from './reactions/get.ts'
import { list as listReactions } from './reactions/list.ts'
import { remove as removeReaction } from './reactions/remove.ts'
import { all as searchAll } from './search/all.ts'
import { files as searchFiles } from './search/files.ts'
import { messages as searchMessages } from './search/messages.ts'
import { info as teamInfo } from './team/info.ts'
import { get as getTeamProfile } from '#methods/team/profile/get'
import { create as createUsergroup } from './usergroups/create.ts'
import { disable as disableUsergroup } from './usergroups/disable.ts'
import { enable as enableUsergroup } from './usergroups/enable.ts'
import { list as usergroupsList } from './usergroups/list.ts'
import { update as updateUsergroup } from './usergroups/update.ts'
import { list as listUsergroupUsers } from '#methods/usergroups/users/list'
import { update as updateUsergroupUsers } from '#methods/usergroups/users/update'
import { conversations as usersConversations } from './users/conversations.ts'
import { info as usersInfo } from './users/info.ts'
import { list as usersList } from './users/list.ts'
import { lookupByEmail } from './users/lookupByEmail.ts'
import { deletePhoto } from './users/deletePhoto.ts'
import { setPhoto } from './users/setPhoto.ts'
import { getPresence } from './users/getPresence.ts'
import { setPresence } from './users/setPresence.ts'
import { get as getProfile } from '#methods/users/profile/get'
import { set as setProfile } from '#methods/users/profile/set'
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
  deleteApp,
  exportManifest,
  updateApp,
  validateManifest,
  uninstall,
  searchContext,
  searchInfo,
  setStatus,
  revoke,
  setSuggestedPrompts,
  setTitle,
  authTest,
  botsInfo,
  validate,
  addBookmark,
  editBookmark,
  listBookmarks,
  removeBookmark,
  appendStream,
  deleteMessage,
  deleteScheduledMessage,
  getPermalink,
  meMessage,
  postEphemeral,
  postMessage,
  scheduleMessage,
  listScheduledMessages,
  startStream,
  stopStream,
  unfurl,
  update,
  archive,
  close,
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
  completeError,
  completeSuccess,
  access,
  openIdToken,
  userInfo,
  addPin,
  listPins,
  removePin,
  addReaction,
  getReactions,
  listReactions,
  removeReaction,
  searchAll,
  searchFiles,
  searchMessages,
  teamInfo,
  getTeamProfile,
  createUsergroup,
  disableUsergroup,
  enableUsergroup,
  usergroupsList,
  updateUsergroup,
  listUsergroupUsers,
  updateUsergroupUsers,
  usersConversations,
  usersInfo,
  usersList,
  lookupByEmail,
  deletePhoto,
  setPhoto,
  getPresence,
  setPresence,
  getProfile,
  setProfile,
  openView,
  publish,
  push,
  updateView,
]

/** Every method there is, by name. */
export const methods: ReadonlyMap<string, Method> = new Map(all.map((method) => [method.name, method]))
