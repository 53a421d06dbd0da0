import type { Method } from '#rpc/method'
import { rename } from './agents/sessions/rename.ts'
import { setStatus as setSessionStatus } from './agents/sessions/setStatus.ts'
import { test as apiTest } from './api/test.ts'
import { setStatus } from './assistant/threads/setStatus.ts'
import { setSuggestedPrompts } from './assistant/threads/setSuggestedPrompts.ts'
import { setTitle } from './assistant/threads/setTitle.ts'
import { test as authTest } from './auth/test.ts'
import { validate } from './blocks/validate.ts'
import { appendStream } from './chat/appendStream.ts'
import { postMessage } from './chat/postMessage.ts'
import { startStream } from './chat/startStream.ts'
import { stopStream } from './chat/stopStream.ts'
import { history } from './conversations/history.ts'
import { info as conversationsInfo } from './conversations/info.ts'
import { list as conversationsList } from './conversations/list.ts'
import { members } from './conversations/members.ts'
import { open } from './conversations/open.ts'
import { replies } from './conversations/replies.ts'
import { info as usersInfo } from './users/info.ts'
import { list as usersList } from './users/list.ts'

const all: readonly Method[] = [
  rename,
  setSessionStatus,
  apiTest,
  setStatus,
  setSuggestedPrompts,
  setTitle,
  authTest,
  validate,
  appendStream,
  postMessage,
  startStream,
  stopStream,
  history,
  conversationsInfo,
  conversationsList,
  members,
  open,
  replies,
  usersInfo,
  usersList,
]

/** Every method there is, by name. */
export const methods: ReadonlyMap<string, Method> = new Map(all.map((method) => [method.name, method]))
