import { assignIds } from '@rivulet/blocks/elements'
import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#store/db'
import type { Tables } from '#store/tables/tables'
import type { Caller } from '#domain/access/caller'
import { deleteBatchOf } from '#domain/sweep/inBatches'
import { findShownPictures } from '#domain/files/linked'
import type { Channel } from '#domain/channels/find'
import { newBlockId } from '#domain/ids'
import { logEntry } from '#domain/log/entry'
import { countMessage } from './limits.ts'
import { Refusal } from '#domain/refusal'
import { nextTs } from '#domain/ts'
import { findUser } from '#domain/people/users'
import { authorFields } from './post.ts'
import type { Appearance } from './appearance.ts'
import { toStoredContent, type MessageContent } from './content.ts'

export type EphemeralRow = Selectable<Tables['ephemerals']>

/** How long an ephemeral message is kept, for browsers that were away and for interactions. Milliseconds. */
const keptForMs = 60 * 60_000
/** So many of them are listed at once. */
const maxListed = 100

export interface NewEphemeral {
  channel: Channel
  forUser: string
  threadTs: string | undefined
  content: MessageContent
  appearance: Appearance
}

/** [ORD 15, MSG-6] The recipient has to be a member of the channel. */
export async function checkEphemeralRecipient(db: Db, channel: Channel, userId: string): Promise<void> {
  const user = channel.members.has(userId) ? await findUser(db, channel.team_id, userId) : undefined
  if (!user || user.deleted)
    throw new Refusal('user_not_in_channel', `"user": ${JSON.stringify(userId)} is not a member of ${channel.id}.`)
}

/**
 * [MSG-6] Posts a message that only one person sees and that no history contains. Returns its ts. [FIL-20] Its pictures are shared
 * with nobody.
 */
export async function postEphemeral(tx: Tx, caller: Caller, draft: NewEphemeral): Promise<string> {
  const { team_id: teamId, id: channelId } = draft.channel
  await countMessage(tx, caller, teamId)
  await findShownPictures(tx, caller, teamId, draft.content)
  const { text, blocks, attachments } = await toStoredContent(tx, teamId, draft.content)
  const ts = await nextTs(tx, teamId, channelId)
  await tx
    .insertInto('ephemerals')
    .values({
      team_id: teamId,
      channel_id: channelId,
      ts,
      thread_ts: draft.threadTs ?? null,
      for_user: draft.forUser,
      ...authorFields(caller, draft.appearance),
      text,
      blocks: assignIds(blocks, newBlockId),
      attachments,
      created_at: tx.clock.now(),
    })
    .execute()
  tx.work.log(logEntry('ephemeral', teamId, { channelId, ts, subject: draft.forUser }))
  return ts
}

/** [ACT-12] Replaces the content of an ephemeral message. Undefined removes it. */
export async function updateEphemeral(
  tx: Tx,
  caller: Caller,
  row: EphemeralRow,
  content: MessageContent | undefined,
): Promise<void> {
  if (content) await findShownPictures(tx, caller, row.team_id, content)
  const nothing = { text: '', blocks: [], attachments: null }
  const { text, blocks, attachments } = content ? await toStoredContent(tx, row.team_id, content) : nothing
  await tx
    .updateTable('ephemerals')
    .set({ text, blocks: assignIds(blocks, newBlockId), attachments })
    .where('team_id', '=', row.team_id)
    .where('channel_id', '=', row.channel_id)
    .where('ts', '=', row.ts)
    .execute()
  tx.work.log(logEntry('ephemeral', row.team_id, { channelId: row.channel_id, ts: row.ts, subject: row.for_user }))
}

/** An ephemeral message that was removed has no content. */
export function hasContent({ text, blocks, attachments }: EphemeralRow): boolean {
  return text !== '' || blocks.length > 0 || attachments !== null
}

export function findEphemeral(
  db: Db,
  channel: { team_id: string; id: string },
  ts: string,
): Promise<EphemeralRow | undefined> {
  return db
    .selectFrom('ephemerals')
    .selectAll()
    .where('team_id', '=', channel.team_id)
    .where('channel_id', '=', channel.id)
    .where('ts', '=', ts)
    .executeTakeFirst()
}

/** The newest ephemeral messages of a person since then, oldest first, in all channels. */
export async function listEphemeralsSince(
  db: Db,
  { teamId, userId }: Pick<Caller, 'teamId' | 'userId'>,
  since: number,
): Promise<EphemeralRow[]> {
  const rows = await db
    .selectFrom('ephemerals')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('for_user', '=', userId)
    .where('created_at', '>=', since)
    .orderBy('created_at', 'desc')
    .orderBy('ts', 'desc')
    .limit(maxListed)
    .execute()
  return rows.filter(hasContent).toReversed()
}

export function deleteExpiredEphemerals(tx: Tx): Promise<number> {
  return deleteBatchOf(
    tx,
    'ephemerals',
    ['team_id', 'channel_id', 'ts'],
    sql`created_at <= ${tx.clock.now() - keptForMs}`,
  )
}
