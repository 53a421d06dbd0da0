import { connection } from '#feed/connectionState.ts'
import { messageErrors } from '#store/pending/messageErrors.ts'
import { outbox } from '#store/pending/outbox.ts'
import { keepOutbox } from '#store/pending/storedOutbox.ts'
import { pendingReactions } from '#store/pending/pendingReactions.ts'
import { streams } from '#store/streams/useStream.ts'
import { ownerOfPage, readOwn, teamQuery } from '#store/browser/browserStorage.ts'
import { workspace } from '#store/workspace/workspace.ts'
import { createClient } from './client.ts'

/** The client of this page. */
const client = createClient({ connection, workspace, streams, outbox, pendingReactions, messageErrors })

export const {
  onFrame,
  send,
  request,
  watchRoute,
  loadMore,
  loadThread,
  openAt,
  showNewest,
  forgetFar,
  askForChannel,
  sendMessage,
  retryMessage,
  stopStream,
  sendReaction,
  dismissEphemeral,
  startAssistantThread,
} = client

/** Connects the page to the server. `checkSession` is called when the viewer may no longer be signed in. */
export function startClient(checkSession: () => void): () => void {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
  const stopKeeping = keepOutbox(outbox)
  const stop = client.start(`${scheme}://${location.host}/feed${teamQuery()}`, checkSession, {
    person: ownerOfPage(),
    last: readOwn('last'),
  })
  return () => {
    stop()
    stopKeeping()
  }
}
