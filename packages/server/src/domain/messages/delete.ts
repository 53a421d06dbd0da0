import type { Tx } from '#store/db'
import type { Change } from '#store/tables/change'
import { recordActivity } from '#domain/activity/record'
import { logEntry, recordingLock } from '#domain/log/entry'
import { forgetWords } from '#domain/access/idempotency'
import { unshareFiles } from '#domain/files/share'
import { removeSavedOf } from '#domain/later/saved'
import { deletePin } from '#domain/pins/pins'
import { deleteReactions } from '#domain/reactions/reactions'
import { clearThreadStatuses } from '#domain/threads/status'
import { deleteThreadDetails } from '#domain/threads/deleteDetails'
import { indexMessage } from '#domain/search/indexTexts'
import { deleteVersions } from '#domain/versions/versions'
import { findShownMessage, selectMessage, type MessageRow } from './find.ts'
import { lockMessage } from './editable.ts'

/** [MSG-5] Deletes a message with its content, reactions, pin, files and stream. An empty row stays, so that its ts stays taken. */
export async function deleteMessage(tx: Tx, message: MessageRow): Promise<void> {
  const channel = { team_id: message.team_id, id: message.channel_id }
  const emptied = tx
    .updateTable('messages')
    .set({
      deleted: true,
      text: '',
      blocks: [],
      attachments: null,
      markdown: null,
      metadata: null,
      files: null,
      streaming_state: null,
    })
    .where('team_id', '=', channel.team_id)
    .where('channel_id', '=', channel.id)
    .where('ts', '=', message.ts)
  await tx.send(emptied)
  await indexMessage(tx, { ...message, deleted: true })
  await recordActivity(tx, { ...message, deleted: true, streaming_state: null })
  await deleteVersions(tx, message)
  await deleteReactions(tx, message)
  if (await deletePin(tx, message)) logMessage(tx, 'pin', message)
  await removeSavedOf(tx, message)
  await unshareFiles(tx, message)
  await withdrawEvents(tx, message)
  await forgetWords(tx, message)
  const withoutStream = tx
    .deleteFrom('streams')
    .where('team_id', '=', channel.team_id)
    .where('channel_id', '=', channel.id)
    .where('ts', '=', message.ts)
  await tx.send(withoutStream)
  if (message.thread_ts === null) {
    const shown = await findShownMessage(tx, channel, message.ts)
    return shown
      ? logMessage(tx, 'message', message, deletedChangeOf(message))
      : deleteThread(tx, message, deletedChangeOf(message))
  }
  logMessage(tx, 'deleted', message, deletedChangeOf(message))
  await lockMessage(tx, channel, message.thread_ts)
  const root = await selectMessage(tx, channel, message.thread_ts).executeTakeFirst()
  // A root that was deleted earlier goes with its last reply.
  if (root?.deleted && !(await findShownMessage(tx, channel, root.ts))) await deleteThread(tx, root)
}

function deletedChangeOf({ metadata }: MessageRow): Change {
  const type: unknown = metadata ? Reflect.get(metadata, 'event_type') : undefined
  return typeof type === 'string' ? { type: 'deleted', metadataType: type } : { type: 'deleted' }
}

/** Withdraws events about the message that apps have not received yet. */
async function withdrawEvents(tx: Tx, { team_id: teamId, channel_id: channelId, ts }: MessageRow): Promise<void> {
  await tx.lock(recordingLock(teamId))
  await tx.send(
    tx.deleteFrom('deliveries').where('team_id', '=', teamId).where('channel_id', '=', channelId).where('ts', '=', ts),
  )
  await tx.send(
    tx
      .updateTable('log')
      .set({ change: null })
      .where('change', 'is not', null)
      .where('team_id', '=', teamId)
      .where('channel_id', '=', channelId)
      .where('ts', '=', ts),
  )
}

/** Ends a thread. `change` is the event for apps; a root that was deleted earlier has already had its event. */
async function deleteThread(tx: Tx, root: MessageRow, change?: Change): Promise<void> {
  logMessage(tx, 'deleted', root, change)
  const channel = { team_id: root.team_id, id: root.channel_id }
  await clearThreadStatuses(tx, channel, root.ts)
  await deleteThreadDetails(tx, channel, root.ts)
}

function logMessage(tx: Tx, kind: 'message' | 'deleted' | 'pin', message: MessageRow, change?: Change): void {
  const { team_id: teamId, channel_id: channelId, ts, user_id: subject } = message
  tx.work.log(logEntry(kind, teamId, { channelId, ts, subject, ...(change ? { change } : {}) }))
}
