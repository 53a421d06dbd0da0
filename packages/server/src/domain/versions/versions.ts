import type { Block } from '@rivulet/blocks/types'
import type { Caller } from '#domain/access/caller'
import { findReachableChannel } from '#domain/channels/access'
import { maxLength } from '#domain/lengths'
import { noSuchMessage } from '#domain/messages/editable'
import { findMessage, type MessageRow } from '#domain/messages/find'
import type { Db, Tx } from '#store/db'

/** What a message says, or said before it was edited. */
export interface MessageVersion {
  /** Since when it said this, in Unix milliseconds. */
  writtenAt: number
  blocks: Block[]
}

type Place = Pick<MessageRow, 'team_id' | 'channel_id' | 'ts'>

/** [MSG-35] The first version of a message, and the newest ones. */
export const maxVersions = 20

/** [MSG-35] Keeps what a message says before other words take their place. */
export async function keepVersion(tx: Tx, message: MessageRow): Promise<void> {
  const { team_id, channel_id, ts, blocks } = message
  if (JSON.stringify(blocks).length > maxLength.message) return
  const { writtenAt: written_at } = versionOf(message)
  await tx.send(
    tx
      .insertInto('message_versions')
      .values({ team_id, channel_id, ts, written_at, blocks })
      // Other words took their place within a millisecond.
      .onConflict((conflict) => conflict.doNothing()),
  )
  const kept = await selectVersions(tx, message).select('written_at').orderBy('written_at').execute()
  const [, ...later] = kept.map((row) => row.written_at)
  const excess = later.slice(0, Math.max(0, kept.length - maxVersions))
  if (excess.length > 0) await tx.send(deleteRows(tx, message).where('written_at', 'in', excess))
}

/** [MSG-35] What an edited message says and said, the newest first. Whoever reads the message reads this too. */
export async function listVersions(
  db: Db,
  reader: Caller,
  { channelId, ts }: { channelId: string; ts: string },
): Promise<MessageVersion[]> {
  const { channel } = await findReachableChannel(db, reader, channelId)
  const message = await findMessage(db, channel, ts)
  if (!message) throw noSuchMessage(channel, ts)
  if (message.edited_at === null) return []
  const rows = await selectVersions(db, message)
    .select(['written_at', 'blocks'])
    .orderBy('written_at', 'desc')
    .execute()
  return [versionOf(message), ...rows.map(({ written_at: writtenAt, blocks }) => ({ writtenAt, blocks }))]
}

/** [MSG-35] Nothing is left of what a deleted message said. */
export async function deleteVersions(tx: Tx, message: Place): Promise<void> {
  await tx.send(deleteRows(tx, message))
}

function versionOf({ blocks, edited_at, created_at }: MessageRow): MessageVersion {
  return { writtenAt: edited_at ?? created_at, blocks }
}

function selectVersions(db: Db, { team_id, channel_id, ts }: Place) {
  return db
    .selectFrom('message_versions')
    .where('team_id', '=', team_id)
    .where('channel_id', '=', channel_id)
    .where('ts', '=', ts)
}

function deleteRows(tx: Tx, { team_id, channel_id, ts }: Place) {
  return tx
    .deleteFrom('message_versions')
    .where('team_id', '=', team_id)
    .where('channel_id', '=', channel_id)
    .where('ts', '=', ts)
}
