import type { Selectable } from 'kysely'
import type { Caller } from '#domain/access/caller'
import { inVisibleChannels } from '#domain/activity/visible'
import { findVisibleChannel } from '#domain/channels/find'
import { logEntry } from '#domain/log/entry'
import { lockMessage, noSuchMessage } from '#domain/messages/editable'
import { findMessage } from '#domain/messages/find'
import { Refusal } from '#domain/refusal'
import type { Db, Tx } from '#store/db'
import type { Tables } from '#store/tables/tables'

export type SavedRow = Selectable<Tables['saved_messages']>
export type Person = Pick<Caller, 'teamId' | 'userId'>

/** [LAT-4] So many messages a person keeps; of those that are done, the newest. */
export const maxSaved = 500
export const maxDone = 200
/** [LAT-5] How far ahead a reminder may be. */
const maxAheadMs = 366 * 86_400_000

export interface SavedPlace {
  channelId: string
  ts: string
}

export interface SavedChange {
  done?: boolean | undefined
  /** In Unix milliseconds; 0 for no reminder. */
  remindAt?: number | undefined
}

/** [LAT-1, LAT-5] Keeps a message for later, or changes how it is kept. */
export async function saveForLater(
  tx: Tx,
  person: Caller,
  { channelId, ts, done = false, remindAt }: SavedPlace & SavedChange,
): Promise<void> {
  const { channel } = await findVisibleChannel(tx, person, channelId)
  await lockMessage(tx, channel, ts)
  if (!(await findMessage(tx, channel, ts))) throw noSuchMessage(channel, ts)
  const now = tx.clock.now()
  if (remindAt) checkReminder(remindAt, now)
  await tx.lock(`saved ${person.teamId} ${person.userId}`)
  const place = { channelId: channel.id, ts }
  const before = await findSaved(tx, person, place)
  if (!done && (!before || before.done_at !== null)) await checkRoom(tx, person)
  const reminder = done || remindAt !== undefined ? { remind_at: (!done && remindAt) || null, reminded_at: null } : {}
  const kept = { done_at: done ? (before?.done_at ?? now) : null, ...reminder }
  await tx
    .insertInto('saved_messages')
    .values({ ...keyOf(person, place), saved_at: now, ...kept })
    .onConflict((conflict) => conflict.columns(['team_id', 'user_id', 'channel_id', 'ts']).doUpdateSet(kept))
    .execute()
  if (done) await forgetOldestDone(tx, person)
  logSaved(tx, person, place)
}

/** [LAT-1] A message is not kept any more. */
export async function removeSaved(tx: Tx, person: Person, place: SavedPlace): Promise<void> {
  const removed = await ofPlace(tx.deleteFrom('saved_messages'), person, place).executeTakeFirst()
  if (removed.numDeletedRows > 0n) logSaved(tx, person, place)
}

/** [LAT-3] Nobody keeps a message that was deleted. */
export async function removeSavedOf(
  tx: Tx,
  { team_id: teamId, channel_id: channelId, ts }: { team_id: string; channel_id: string; ts: string },
): Promise<void> {
  const removed = await tx
    .deleteFrom('saved_messages')
    .where('team_id', '=', teamId)
    .where('channel_id', '=', channelId)
    .where('ts', '=', ts)
    .returning('user_id')
    .execute()
  for (const { user_id: userId } of removed) logSaved(tx, { teamId, userId }, { channelId, ts })
}

export async function findSaved(db: Db, person: Person, place: SavedPlace): Promise<SavedRow | undefined> {
  return ofPlace(db.selectFrom('saved_messages').selectAll(), person, place).executeTakeFirst()
}

/** [LAT-2, LAT-3] What a person keeps and can see: first what they were reminded of, then the newest. */
export async function listSaved(db: Db, { teamId, userId }: Person, { done }: { done: boolean }): Promise<SavedRow[]> {
  const own = db
    .selectFrom('saved_messages as about')
    .selectAll('about')
    .where('about.team_id', '=', teamId)
    .where('about.user_id', '=', userId)
    .where('about.done_at', done ? 'is not' : 'is', null)
  const rows = await inVisibleChannels(own, userId).execute()
  const when = (row: SavedRow) => row.done_at ?? row.saved_at
  return rows.toSorted(
    (a, b) => (b.reminded_at ?? 0) - (a.reminded_at ?? 0) || when(b) - when(a) || (a.ts < b.ts ? 1 : -1),
  )
}

export function logSaved(tx: Tx, { teamId, userId: subject }: Person, { channelId, ts }: SavedPlace): void {
  tx.work.log(logEntry('saved', teamId, { channelId, ts, subject }))
}

function checkReminder(remindAt: number, now: number): void {
  if (remindAt <= now) throw new Refusal('time_in_past', 'That time is over. Choose a later one.')
  if (remindAt > now + maxAheadMs) throw new Refusal('time_too_far', 'A reminder is at most a year ahead.')
}

async function checkRoom(tx: Tx, person: Person): Promise<void> {
  const { count } = await ofPerson(tx.selectFrom('saved_messages'), person)
    .where('done_at', 'is', null)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count < maxSaved || (await forgetUnseen(tx, person)) > 0) return
  const detail = `You keep ${maxSaved} messages for later, which is the limit. Mark one as done, or remove it.`
  throw new Refusal('restricted_too_many', detail)
}

/** [LAT-4] What the person does not see any more gives way: they could neither mark it as done nor remove it. */
async function forgetUnseen(tx: Tx, person: Person): Promise<number> {
  const seen = new Set((await listSaved(tx, person, { done: false })).map(keyOfRow))
  const all = await ofPerson(tx.selectFrom('saved_messages'), person)
    .where('done_at', 'is', null)
    .select(['channel_id', 'ts'])
    .execute()
  const unseen = all.filter((row) => !seen.has(keyOfRow(row)))
  for (const { channel_id: channelId, ts } of unseen)
    await ofPlace(tx.deleteFrom('saved_messages'), person, { channelId, ts }).execute()
  return unseen.length
}

function keyOfRow({ channel_id: channel, ts }: { channel_id: string; ts: string }): string {
  return `${channel}/${ts}`
}

async function forgetOldestDone(tx: Tx, person: Person): Promise<void> {
  const oldest = await ofPerson(tx.selectFrom('saved_messages'), person)
    .where('done_at', 'is not', null)
    .select('done_at')
    .orderBy('done_at', 'desc')
    .offset(maxDone)
    .limit(1)
    .executeTakeFirst()
  if (oldest?.done_at)
    await ofPerson(tx.deleteFrom('saved_messages'), person).where('done_at', '<=', oldest.done_at).execute()
}

function keyOf({ teamId, userId }: Person, { channelId, ts }: SavedPlace) {
  return { team_id: teamId, user_id: userId, channel_id: channelId, ts }
}

type Conditional<Q> = { where(column: 'team_id' | 'user_id' | 'channel_id' | 'ts', operator: '=', value: string): Q }

function ofPerson<Q extends Conditional<Q>>(query: Q, { teamId, userId }: Person): Q {
  return query.where('team_id', '=', teamId).where('user_id', '=', userId)
}

function ofPlace<Q extends Conditional<Q>>(query: Q, person: Person, { channelId, ts }: SavedPlace): Q {
  return ofPerson(query, person).where('channel_id', '=', channelId).where('ts', '=', ts)
}
