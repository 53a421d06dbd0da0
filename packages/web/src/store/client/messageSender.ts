import type { ServerFrame } from 'rivulet/feedProtocol'
import type { Feed } from '#feed/feedSocket.ts'
import { type Outbox, type OutgoingFile, sendTimeoutMs } from '#store/pending/outbox.ts'

type SendOptions = {
  threadTs?: string | undefined
  /** Whether a reply also goes to the channel. */
  broadcast?: boolean
  files?: readonly OutgoingFile[]
}

/** Sends what is in the outbox, and marks as failed what the server does not confirm in time. */
export function createMessageSender(outbox: Outbox, send: Feed['send']) {
  const timers = new Map<string, ReturnType<typeof setTimeout>>()

  function sendMessage(
    channel: string,
    text: string,
    { threadTs, broadcast = false, files = [] }: SendOptions = {},
  ): void {
    const id = crypto.randomUUID()
    const inThread = { ...(threadTs ? { threadTs } : {}), ...(threadTs && broadcast ? { broadcast } : {}) }
    const options = { ...inThread, ...(files.length > 0 ? { files } : {}) }
    outbox.add({ id, channel, text, sentAt: Date.now(), state: 'sending', ...options })
    post(id)
  }

  function retryMessage(id: string): void {
    outbox.update(id, { state: 'sending', sentAt: Date.now() })
    post(id)
  }

  /** Sends again what may have been lost with a connection. The server knows the ids of the messages that it has. */
  function resume(): void {
    for (const message of outbox.store.getState()) if (message.state === 'sending') post(message.id)
  }

  function post(id: string): void {
    const message = outbox.find(id)
    if (!message) return
    const { channel, text, threadTs, broadcast, files } = message
    const options = {
      ...(threadTs ? { thread_ts: threadTs } : {}),
      ...(broadcast ? { broadcast } : {}),
      ...(files ? { files: files.map(({ file, alt }) => ({ id: file, ...(alt ? { alt } : {}) })) } : {}),
    }
    send({ type: 'send', id, channel, text, ...options })
    clearTimeout(timers.get(id))
    const left = Math.max(0, message.sentAt + sendTimeoutMs - Date.now())
    timers.set(
      id,
      setTimeout(() => failUnconfirmed(id), left),
    )
  }

  function failUnconfirmed(id: string): void {
    const message = outbox.find(id)
    if (message?.state === 'sending' && !message.ts) outbox.update(id, { state: 'failed' })
  }

  function settle(frame: ServerFrame): void {
    if (frame.type === 'message' && frame.message.client_msg_id) outbox.remove(frame.message.client_msg_id)
    if (frame.type === 'channel' || frame.type === 'thread')
      for (const message of frame.messages) if (message.client_msg_id) outbox.remove(message.client_msg_id)
    if (frame.type === 'done') outbox.update(frame.id, { ts: frame.ts })
    if (frame.type === 'refused' && frame.id) outbox.update(frame.id, { state: 'failed', reason: frame.detail })
  }

  return { sendMessage, retryMessage, resume, settle }
}
