import type { ServerFrame } from 'rivulet/feedProtocol'
import type { StoreApi } from 'zustand/vanilla'
import { setConnectionState, type Connection } from '#feed/connectionState.ts'
import { openFeed, type Feed } from '#feed/feedSocket.ts'
import type { Person } from '#store/browser/browserStorage.ts'
import type { MessageErrors } from '#store/pending/messageErrors.ts'
import type { Outbox } from '#store/pending/outbox.ts'
import type { PendingReactions } from '#store/pending/pendingReactions.ts'
import type { Streams } from '#store/streams/streams.ts'
import { applyFrame, dismissEphemeral } from '#store/workspace/applyFrame.ts'
import { contentOf, type Workspace } from '#store/workspace/workspace.ts'
import { t } from '#words/t.ts'
import { createChannelDirectory } from './channelDirectory.ts'
import { createChannelLoader } from './channelLoader.ts'
import { createMessageSender } from './messageSender.ts'
import { refusalWords } from '#store/pending/refusalWords.ts'
import { createRequests } from './requests.ts'

/** What a client keeps for the components to show. */
export type Stores = {
  connection: StoreApi<Connection>
  workspace: StoreApi<Workspace>
  streams: Streams
  outbox: Outbox
  pendingReactions: PendingReactions
  messageErrors: MessageErrors
}

export type Visit = { person?: Person | undefined; last?: string | undefined }
/** `before`: what the page had before the frame. */
type FrameListener = (frame: ServerFrame, before: Workspace) => void

/** Keeps the stores up to date over one connection to the feed, and sends what the person does. A page has one client. */
export function createClient(stores: Stores, open: typeof openFeed = openFeed) {
  const { workspace, streams, outbox, pendingReactions, messageErrors } = stores
  const listeners = new Set<FrameListener>()
  let feed: Feed | undefined
  /** The number in the log of the newest delta. No component shows it, so it does not change the workspace. */
  let deltaSeq = 0
  const send: Feed['send'] = (frame) => feed?.send(frame) ?? false
  const limits = () => workspace.getState().limits
  const directory = createChannelDirectory(workspace, send)
  const loader = createChannelLoader(workspace, send, directory.askForChannel)
  const sender = createMessageSender(outbox, send, limits)

  /** Calls back after each frame was applied. */
  function onFrame(listener: FrameListener): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  function receive(received: ServerFrame): void {
    const frame = received.type === 'refused' ? { ...received, detail: refusalWords(received.detail) } : received
    const before = workspace.getState()
    updateStreams(frame)
    if (frame.type === 'welcome') deltaSeq = 0
    if (frame.type === 'delta') deltaSeq = Math.max(deltaSeq, frame.seq)
    else workspace.setState((state) => applyFrame(state, frame), true)
    if (frame.type === 'channels') directory.settle()
    loader.receive(frame)
    sender.settle(frame)
    pendingReactions.settle(frame)
    for (const listener of listeners) listener(frame, before)
  }

  function updateStreams(frame: ServerFrame): void {
    if (frame.type === 'welcome' || frame.type === 'resumed') streams.restart()
    if (frame.type === 'delta') appendDelta(frame)
    if (frame.type === 'message') streams.observe(frame.channel, frame.message)
    if (frame.type === 'deleted') streams.remove(frame.channel, frame.ts)
    if (frame.type === 'channel' || frame.type === 'thread' || frame.type === 'history')
      for (const message of frame.messages) streams.observe(frame.channel, message)
  }

  /** Applies a delta. After a gap, or if its message is not loaded, fetches the whole thread. */
  function appendDelta(delta: Extract<ServerFrame, { type: 'delta' }>): void {
    const outcome = streams.append(delta)
    const message = contentOf(workspace.getState(), delta.channel).messages[delta.ts]
    if (outcome === 'gap' || (outcome === 'unknown' && !message)) loader.loadThread(delta.channel, delta.thread_ts)
  }

  return {
    onFrame,
    send,
    request: createRequests(send, onFrame, limits),
    watchRoute: loader.watchRoute,
    loadMore: loader.loadMore,
    loadThread: loader.loadThread,
    openAt: loader.openAt,
    showNewest: loader.showNewest,
    forgetFar: loader.forgetFar,
    askForChannel: directory.askForChannel,
    sendMessage: sender.sendMessage,
    retryMessage: sender.retryMessage,

    /**
     * Connects to the feed at `url`. `checkSession` is called when the viewer may no longer be signed in. `person` is whose
     * page it is, and `last` the channel of their last visit, which the page may open.
     */
    start(url: string, checkSession: () => void, { person, last }: Visit = {}): () => void {
      feed = open({
        url,
        hello() {
          const { seq, epoch } = workspace.getState()
          const age = Math.round(performance.now())
          const hello = { type: 'hello', protocol: 1, age, ...(person ? { person } : {}) } as const
          if (epoch !== undefined)
            return { ...hello, after: Math.max(seq, deltaSeq), epoch, watching: loader.watchedChannels() }
          const shown = loader.shownChannel() ?? last
          return shown === undefined ? hello : { ...hello, watching: [shown] }
        },
        onFrame: receive,
        onReady() {
          directory.resume()
          loader.resume()
          sender.resume()
        },
        onConnectionState: (state) => setConnectionState(stores.connection, state),
        onRejected: sender.reject,
        checkSession,
      })
      return () => {
        feed?.close()
        feed = undefined
        loader.reset()
      }
    },

    /** Returns false if there is no connection. */
    stopStream(channel: string, ts: string, app?: string): boolean {
      return send({ type: 'stop', id: crypto.randomUUID(), channel, ts, ...(app === undefined ? {} : { app_id: app }) })
    },

    /** Adds or removes a reaction. It shows at once. Returns false if there is no connection. */
    sendReaction(channel: string, ts: string, name: string, wanted: boolean): boolean {
      const id = crypto.randomUUID()
      const sent = send({ type: wanted ? 'react' : 'unreact', id, channel, ts, name })
      messageErrors.set(channel, ts, sent ? undefined : t('Not connected. Try again in a moment.'))
      if (sent) pendingReactions.add({ id, channel, ts, name, wanted })
      return sent
    },

    /** Removes an ephemeral message from the page for good. */
    dismissEphemeral(channel: string, ts: string): void {
      workspace.setState((state) => dismissEphemeral(state, channel, ts), true)
    },

    /** Begins a new thread with an assistant in its direct message. */
    startAssistantThread(channel: string): boolean {
      return send({ type: 'converse', id: crypto.randomUUID(), channel })
    },
  }
}
