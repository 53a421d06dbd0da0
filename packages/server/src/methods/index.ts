import type { Method } from '#rpc/method'
import { test as apiTest } from './api/test.ts'
import { setStatus } from './assistant/threads/setStatus.ts'
import { test as authTest } from './auth/test.ts'
import { appendStream } from './chat/appendStream.ts'
import { remove as deleteMessage } from './chat/delete.ts'
import { getPermalink } from './chat/getPermalink.ts'
import { postEphemeral } from './chat/postEphemeral.ts'
import { postMessage } from './chat/postMessage.ts'
import { startStream } from './chat/startStream.ts'
import { stopStream } from './chat/stopStream.ts'
import { update } from './chat/update.ts'
import { history } from './conversations/history.ts'
import { info as conversationsInfo } from './conversations/info.ts'
import { list as conversationsList } from './conversations/list.ts'
import { members } from './conversations/members.ts'
import { open } from './conversations/open.ts'
import { replies } from './conversations/replies.ts'
import { add as addReaction } from './reactions/add.ts'
import { get as getReactions } from './reactions/get.ts'
import { remove as removeReaction } from './reactions/remove.ts'
import { info as usersInfo } from './users/info.ts'
import { list as usersList } from './users/list.ts'

const all: readonly Method[] = [
  apiTest,
  setStatus,
  authTest,
  appendStream,
  deleteMessage,
  getPermalink,
  postEphemeral,
  postMessage,
  startStream,
  stopStream,
  update,
  history,
  conversationsInfo,
  conversationsList,
  members,
  open,
  replies,
  addReaction,
  getReactions,
  removeReaction,
  usersInfo,
  usersList,
]

/** Every method there is, by name. */
export const methods: ReadonlyMap<string, Method> = new Map(all.map((method) => [method.name, method]))
