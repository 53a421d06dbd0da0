import type { RichTextBlock } from '@rivulet/blocks/types'
import type { ServerFrame } from 'rivulet/feedProtocol'
import { describeFrameExcess, tooLong } from '#composer/length/messageLength.ts'
import type { Feed } from '#feed/feedSocket.ts'
import { type Outbox, type OutgoingFile, sendTimeoutMs } from '#store/pending/outbox.ts'
import type { Welcome } from '#store/workspace/workspace.ts'
import { t } from '#words/t.ts'

type SendOptions = {
  /** What is sent in place of the text. */
  blocks?: readonly RichTextBlock[] | undefined
  threadTs?: string | undefined
  /** Whether a reply also goes to the channel. */
  broadcast?: boolean
  files?: readonly OutgoingFile[]
}

const rejected = t('The server did not accept what this page sent.')

/**
 * Sends what is in the outbox, and marks as failed what the server does not confirm in time. `limits` are
 * those of the server.
 */
export function createMessageSender(outbox: Outbox, send: Feed['send'], limits: () => Welcome['limits']) {
  /** What was sent over this connection. */
  const posted = new Set<string>()
  const timers = new Map<string, ReturnType<typeof setTimeout>>()

  function sendMessage(
    channel: string,
    text: string,
    { blocks, threadTs, broadcast = false, files = [] }: SendOptions = {},
  ): void {
    const id = crypto.randomUUID()
    const inThread = { ...(threadTs ? { threadTs } : {}), ...(threadTs && broadcast ? { broadcast } : {}) }
    const options = { ...inThread, ...(blocks ? { blocks } : {}), ...(files.length > 0 ? { files } : {}) }
    outbox.add({ id, channel, text, sentAt: Date.now(), state: 'sending', ...options })
    post(id)
  }

  function retryMessage(id: string): void {
    outbox.update(id, { state: 'sending', sentAt: Date.now() })
    post(id)
  }

  /** Sends again what may have been lost with a connection. The server knows the ids of the messages that it has. */
  function resume(): void {
    posted.clear()
    for (const message of outbox.store.getState()) if (message.state === 'sending') post(message.id)
  }

  function post(id: string): void {
    const message = outbox.find(id)
    if (!message) return
    const { channel, text, blocks, threadTs, broadcast, files } = message
    const options = {
      ...(blocks ? { blocks: [...blocks] } : {}),
      ...(threadTs ? { thread_ts: threadTs } : {}),
      ...(broadcast ? { broadcast } : {}),
      ...(files ? { files: files.map(({ file, alt }) => ({ id: file, ...(alt ? { alt } : {}) })) } : {}),
    }
    const frame = { type: 'send', id, channel, text, ...options } as const
    if (describeFrameExcess(frame, limits())) return outbox.update(id, { state: 'failed', reason: tooLong })
    if (send(frame)) posted.add(id)
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

  /** The server closed the connection because of something that it was sent: none of that is sent again by itself. */
  function reject(): void {
    for (const { id, state, ts } of outbox.store.getState())
      if (posted.has(id) && state === 'sending' && ts === undefined)
        outbox.update(id, { state: 'failed', reason: rejected })
  }

  function confirm({ id, ts }: Extract<ServerFrame, { type: 'done' }>): void {
    if (outbox.find(id)?.restored) outbox.remove(id)
    else outbox.update(id, { ts })
  }

  function settle(frame: ServerFrame): void {
    if (frame.type === 'message' && frame.message.client_msg_id) outbox.remove(frame.message.client_msg_id)
    if (frame.type === 'channel' || frame.type === 'thread' || frame.type === 'history')
      for (const message of frame.messages) if (message.client_msg_id) outbox.remove(message.client_msg_id)
    if (frame.type === 'done') confirm(frame)
    if (frame.type === 'refused' && frame.id) outbox.update(frame.id, { state: 'failed', reason: frame.detail })
  }

  return { sendMessage, retryMessage, resume, reject, settle }
}
