import { withBlockIds } from '@rivulet/blocks/blockIds'
import type { Selectable } from 'kysely'
import type { Db, Tx } from '#store/db'
import type { Tables } from '#store/tables/tables'
import type { Caller } from '#domain/access/caller'
import type { Channel } from '#domain/channels/find'
import { now } from '#domain/clock'
import { newBlockId } from '#domain/ids'
import { entry } from '#domain/log/entry'
import { takeMessage } from './limits.ts'
import { Refusal } from '#domain/refusal'
import { nextTs } from '#domain/ts'
import { findUser } from '#domain/people/users'
import { type Appearance, signature } from './post.ts'
import { asSaid, type Written } from './content.ts'

export type EphemeralRow = Selectable<Tables['ephemerals']>

/** How long one is kept: for a browser that was away, and to be acted on. */
const stays = 60 * 60_000

export interface NewEphemeral {
  channel: Channel
  forUser: string
  threadTs: string | undefined
  written: Written
  appearance: Appearance
}

/** [ORD 15, MSG-6] Whom it is for has to be in the channel. */
export async function checkAddressee(db: Db, channel: Channel, userId: string): Promise<void> {
  const user = channel.members.has(userId) ? await findUser(db, channel.team_id, userId) : undefined
  if (!user || user.deleted)
    throw new Refusal('user_not_in_channel', `"user": ${JSON.stringify(userId)} is nobody in ${channel.id}.`)
}

/** [MSG-6] Shows somebody a message that nobody else sees and that is in no history. Answers its ts. */
export async function postEphemeral(tx: Tx, caller: Caller, draft: NewEphemeral): Promise<string> {
  const { team_id: teamId, id: channelId } = draft.channel
  await takeMessage(tx, caller, teamId)
  const { text, blocks } = asSaid(draft.written)
  const ts = await nextTs(tx, teamId, channelId)
  await tx
    .insertInto('ephemerals')
    .values({
      team_id: teamId,
      channel_id: channelId,
      ts,
      thread_ts: draft.threadTs ?? null,
      for_user: draft.forUser,
      ...signature(caller, draft.appearance),
      text,
      blocks: withBlockIds(blocks, newBlockId),
      created_at: now(),
    })
    .execute()
  tx.work.log(entry('ephemeral', teamId, { channelId, ts, subject: draft.forUser }))
  return ts
}

/** [ACT-12] Puts other words in place of its own; undefined: takes it away. */
export async function changeEphemeral(tx: Tx, row: EphemeralRow, written: Written | undefined): Promise<void> {
  const { text, blocks } = written ? asSaid(written) : { text: '', blocks: [] }
  await tx
    .updateTable('ephemerals')
    .set({ text, blocks: withBlockIds(blocks, newBlockId) })
    .where('team_id', '=', row.team_id)
    .where('channel_id', '=', row.channel_id)
    .where('ts', '=', row.ts)
    .execute()
  tx.work.log(entry('ephemeral', row.team_id, { channelId: row.channel_id, ts: row.ts, subject: row.for_user }))
}

/** Whether there is anything left of it. */
export function isThere({ text, blocks }: EphemeralRow): boolean {
  return text !== '' || blocks.length > 0
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

export async function clearEphemerals(tx: Tx): Promise<void> {
  await tx
    .deleteFrom('ephemerals')
    .where('created_at', '<=', now() - stays)
    .execute()
}
