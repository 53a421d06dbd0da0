import type { Caller } from '#domain/access/caller'
import { findReachableChannel } from '#domain/channels/access'
import { findChannel, isVisibleTo } from '#domain/channels/find'
import { logEntry } from '#domain/log/entry'
import type { Db, Tx } from '#store/db'
import type { StoredDraft } from '#store/tables/people'

type Person = Pick<Caller, 'teamId' | 'userId'>

/** Where a draft belongs: to a channel, or to a thread of it. */
export interface DraftPlace {
  channelId: string
  threadTs: string | undefined
}

export interface ListedDraft extends DraftPlace {
  /** The beginning of its text. */
  excerpt: string
  /** When it was typed, in Unix milliseconds. */
  at: number
}

/** [DRF-3] So many drafts of a person are kept, the newest; of drafts that are gone, so many are remembered. */
export const maxDrafts = 200
const maxExcerpt = 160
/** [DRF-2] So far may the clock of a browser be ahead. */
const maxAheadMs = 60_000

/** [DRF-2] Keeps what a person typed at a time, or that it is gone, unless they typed something else there later. */
export async function saveDraft(
  tx: Tx,
  person: Caller,
  { channelId, threadTs = '', at, draft }: DraftPlace & { at: number; draft: StoredDraft | null },
): Promise<void> {
  if (draft) await findReachableChannel(tx, person, channelId)
  else if (!(await seesChannel(tx, person, channelId)) && !(await findDraft(tx, person, { channelId, threadTs })))
    return // Nothing was ever typed there.
  const key = { team_id: person.teamId, user_id: person.userId, channel_id: channelId, thread_ts: threadTs }
  const excerpt = draft?.text.slice(0, maxExcerpt).replaceAll('\0', '').toWellFormed() ?? ''
  const kept = { draft, excerpt, typed_at: Math.min(at, tx.clock.now() + maxAheadMs) }
  const saved = await tx
    .insertInto('drafts')
    .values({ ...key, ...kept })
    .onConflict((conflict) =>
      conflict
        .columns(['team_id', 'user_id', 'channel_id', 'thread_ts'])
        .doUpdateSet(kept)
        .where('drafts.typed_at', '<', kept.typed_at),
    )
    .executeTakeFirst()
  if (saved.numInsertedOrUpdatedRows === 0n) return
  await forgetOldest(tx, person, draft === null)
  tx.work.log(
    logEntry('draft', person.teamId, { channelId, subject: person.userId, ...(threadTs ? { ts: threadTs } : {}) }),
  )
}

async function seesChannel(db: Db, person: Caller, channelId: string): Promise<boolean> {
  const channel = await findChannel(db, person.teamId, channelId)
  return channel !== undefined && isVisibleTo(channel, person)
}

async function forgetOldest(tx: Tx, person: Person, gone: boolean): Promise<void> {
  const oldest = await selectDrafts(tx, person, gone)
    .select('typed_at')
    .orderBy('typed_at', 'desc')
    .offset(maxDrafts)
    .limit(1)
    .executeTakeFirst()
  if (!oldest) return
  await tx
    .deleteFrom('drafts')
    .where('team_id', '=', person.teamId)
    .where('user_id', '=', person.userId)
    .where('draft', gone ? 'is' : 'is not', null)
    .where('typed_at', '<=', oldest.typed_at)
    .execute()
}

/** What a person has typed and not sent, the newest first. */
export async function listDrafts(db: Db, person: Person): Promise<ListedDraft[]> {
  const rows = await selectDrafts(db, person, false)
    .select(['channel_id', 'thread_ts', 'excerpt', 'typed_at'])
    .orderBy('typed_at', 'desc')
    .execute()
  return rows.map((row) => ({
    channelId: row.channel_id,
    threadTs: row.thread_ts || undefined,
    excerpt: row.excerpt,
    at: row.typed_at,
  }))
}

/** The draft of a person at a place, or that there is none since a time. */
export async function findDraft(db: Db, { teamId, userId }: Person, { channelId, threadTs = '' }: DraftPlace) {
  return db
    .selectFrom('drafts')
    .select(['draft', 'excerpt', 'typed_at'])
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .where('channel_id', '=', channelId)
    .where('thread_ts', '=', threadTs)
    .executeTakeFirst()
}

function selectDrafts(db: Db, { teamId, userId }: Person, gone: boolean) {
  return db
    .selectFrom('drafts')
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .where('draft', gone ? 'is' : 'is not', null)
}
