import type { ClientFrame, ServerFrame } from 'rivulet/feedProtocol'
import { createConnection } from '#feed/connectionState.ts'
import type { FeedOptions } from '#feed/feedSocket.ts'
import { createMessageErrors } from '#store/pending/messageErrors.ts'
import { createOutbox } from '#store/pending/outbox.ts'
import { createPendingReactions } from '#store/pending/pendingReactions.ts'
import { createStreams } from '#store/streams/streams.ts'
import { createWorkspace } from '#store/workspace/workspace.ts'
import { createClient, type Stores } from '#store/client/client.ts'

/** A client that is connected to nothing: the test plays the server. */
export function startTestClient() {
  const messageErrors = createMessageErrors()
  const stores: Stores = {
    connection: createConnection(),
    workspace: createWorkspace(),
    streams: createStreams({ now: () => 0, requestFrame: () => {}, isVisible: () => true }),
    outbox: createOutbox(),
    pendingReactions: createPendingReactions(messageErrors),
    messageErrors,
  }
  const sent: ClientFrame[] = []
  let options: FeedOptions | undefined
  const client = createClient(stores, (opened) => {
    options = opened
    return { send: (frame) => sent.push(frame) > 0, close: () => {} }
  })
  client.start('ws://localhost/feed', () => {})
  const receive = (...frames: ServerFrame[]) => frames.forEach((frame) => options?.onFrame(frame))
  const reject = () => options?.onRejected()
  return { client, stores, sent, receive, reject, connect: () => options?.onReady(), hello: () => options?.hello() }
}
