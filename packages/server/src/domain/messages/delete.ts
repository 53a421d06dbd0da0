import type { Tx } from '#store/db'
import type { Change } from '#store/tables/change'
import { entry, recording } from '#domain/log/entry'
import { unshareFiles } from '#domain/files/share'
import { clearReactions } from './reactions.ts'
import { clearStatuses } from '#domain/threads/status'
import { clearThread } from '#domain/threads/clear'
import { findStanding, messageAt, type MessageRow } from './find.ts'
import { holdMessage } from './editable.ts'

/** [MSG-5] Takes a message away, with its words and all that hangs on it. Its row stays, so that its id is known. */
export async function deleteMessage(tx: Tx, message: MessageRow): Promise<void> {
  const channel = { team_id: message.team_id, id: message.channel_id }
  await tx
    .updateTable('messages')
    .set({ deleted: true, text: '', blocks: [], markdown: null, metadata: null, files: null, streaming_state: null })
    .where('team_id', '=', channel.team_id)
    .where('channel_id', '=', channel.id)
    .where('ts', '=', message.ts)
    .execute()
  await clearReactions(tx, message)
  await unshareFiles(tx, message)
  await forgetWords(tx, message)
  await tx
    .deleteFrom('streams')
    .where('team_id', '=', channel.team_id)
    .where('channel_id', '=', channel.id)
    .where('ts', '=', message.ts)
    .execute()
  if (message.thread_ts === null) {
    const stays = await findStanding(tx, channel, message.ts)
    return stays ? logAbout(tx, 'message', message, told) : endThread(tx, message, told)
  }
  logAbout(tx, 'deleted', message, told)
  await holdMessage(tx, channel, message.thread_ts)
  const root = await messageAt(tx, channel, message.thread_ts).executeTakeFirst()
  // A root that was deleted before goes with its last reply.
  if (root?.deleted && !(await findStanding(tx, channel, root.ts))) await endThread(tx, root)
}

const told: Change = { type: 'deleted' }

/** What apps were to be told of the message and were not yet, they are not told any more. */
async function forgetWords(tx: Tx, { team_id: teamId, channel_id: channelId, ts }: MessageRow): Promise<void> {
  await tx.alone(recording)
  await tx
    .deleteFrom('deliveries')
    .where('team_id', '=', teamId)
    .where('channel_id', '=', channelId)
    .where('ts', '=', ts)
    .execute()
  await tx
    .updateTable('log')
    .set({ change: null })
    .where('change', 'is not', null)
    .where('team_id', '=', teamId)
    .where('channel_id', '=', channelId)
    .where('ts', '=', ts)
    .execute()
}

/** Apps are told of the one that is deleted; a root that was deleted before they were told of then. */
async function endThread(tx: Tx, root: MessageRow, change?: Change): Promise<void> {
  logAbout(tx, 'deleted', root, change)
  const channel = { team_id: root.team_id, id: root.channel_id }
  await clearStatuses(tx, channel, root.ts)
  await clearThread(tx, channel, root.ts)
}

function logAbout(tx: Tx, kind: 'message' | 'deleted', message: MessageRow, change?: Change): void {
  const { team_id: teamId, channel_id: channelId, ts, user_id: subject } = message
  tx.work.log(entry(kind, teamId, { channelId, ts, subject, ...(change ? { change } : {}) }))
}
