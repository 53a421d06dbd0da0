import { findChannel } from '#domain/channels/find'
import type { MessageRow } from '#domain/messages/find'
import { queuePushes } from '#domain/push/queue'
import type { Tx } from '#store/db'
import { followThread, forgetReply } from './followedThreads.ts'
import { recordMentions } from './mentions.ts'

/**
 * [NTF-1] Keeps what a message means for people: whom it mentions, and who follows its thread. `isNew`: it was just posted.
 * A stream has no words yet; it is recorded again when it ends. `hasEnded`: that is now. `isRead`: it is news to nobody.
 */
export async function recordActivity(
  tx: Tx,
  message: MessageRow,
  { isNew = false, hasEnded = false, isRead = false } = {},
): Promise<void> {
  if (message.notice) return
  if (message.streaming_state !== 'in_progress') await recordMentions(tx, message, isNew)
  await recordReply(tx, message, { isNew, isRead })
  if ((isNew || hasEnded) && !isRead && message.streaming_state !== 'in_progress') await queuePushes(tx, message)
}

async function recordReply(
  tx: Tx,
  message: MessageRow,
  { isNew, isRead }: { isNew: boolean; isRead: boolean },
): Promise<void> {
  if (message.thread_ts === null) return
  const channel = await findChannel(tx, message.team_id, message.channel_id)
  if (!channel || channel.kind === 'im' || channel.kind === 'canvas') return
  const thread = { team_id: channel.team_id, channel_id: channel.id, thread_ts: message.thread_ts }
  if (message.deleted) await forgetReply(tx, thread, message.ts)
  else await followThread(tx, thread, message, { isNew, isRead })
}
