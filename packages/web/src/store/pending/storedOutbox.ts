import { listOwn, onOwnChanged, writeOwn } from '#store/browser/browserStorage.ts'
import type { Outbox, OutboxMessage } from './outbox.ts'

const keys = 'outbox.'
/** What has waited for longer is not sent without being asked for: it may have become untrue. */
const maxWaitMs = 60 * 60 * 1000

/**
 * [SES-11] Keeps what was not confirmed in this browser, for the person who wrote it, and puts what an earlier page left
 * into the outbox. Two pages may send the same message: its id makes it one.
 */
export function keepOutbox(outbox: Outbox): () => void {
  for (const message of readStored(Date.now())) if (!outbox.find(message.id)) outbox.add(message)
  const stopStoring = outbox.store.subscribe((all, before) => {
    for (const message of all) if (!before.includes(message)) store(message)
    for (const { id } of before) if (!all.some((message) => message.id === id)) writeOwn(keys + id, undefined)
  })
  const stopFollowing = onOwnChanged(keys, (id, value) => {
    const message = value === undefined ? undefined : parse(value)
    if (message) outbox.update(id, message)
    else outbox.remove(id)
  })
  return () => {
    stopStoring()
    stopFollowing()
  }
}

/** What an earlier page left, the oldest first. */
function readStored(now: number): OutboxMessage[] {
  return listOwn(keys)
    .flatMap((value) => parse(value) ?? [])
    .toSorted((a, b) => a.sentAt - b.sentAt)
    .map((message) => {
      const waits = message.state === 'sending' && now - message.sentAt < maxWaitMs
      return { ...message, restored: true, ...(waits ? { sentAt: now } : { state: 'failed' }) }
    })
}

function store(message: OutboxMessage): void {
  writeOwn(keys + message.id, message.ts === undefined ? JSON.stringify(message) : undefined)
}

function parse(value: string): OutboxMessage | undefined {
  try {
    const message: OutboxMessage = JSON.parse(value)
    return message
  } catch {
    return undefined
  }
}
