import { withBlockIds } from '@rivulet/blocks/blockIds'
import type { Selectable } from 'kysely'
import type { Db, Tx } from '#store/db'
import type { Tables } from '#store/tables'
import type { Caller } from '#domain/caller'
import type { Channel } from '#domain/channels'
import { now } from '#domain/clock'
import { newBlockId } from '#domain/ids'
import { entry } from '#domain/log'
import { takeMessage } from '#domain/messageLimits'
import { Refusal } from '#domain/refusal'
import { nextTs } from '#domain/ts'
import { findUser } from '#domain/users'
import { type Appearance, signature } from './post.ts'
import { asSaid, type Written } from './written.ts'

export type EphemeralRow = Selectable<Tables['ephemerals']>

/** How long one is kept for a browser that was away. */
const stays = 10 * 60_000

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
