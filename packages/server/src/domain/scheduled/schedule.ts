import type { Db, Tx } from '#store/db'
import type { ScheduledDraft } from '#store/tables/messages'
import type { Caller } from '#domain/access/caller'
import type { Channel } from '#domain/channels/find'
import { newId } from '#domain/ids'
import { Refusal } from '#domain/refusal'
import { getSettings } from '#domain/settings/settings'
import { authorColumns, logScheduled, type ScheduledRow, selectPending } from './own.ts'

/** [SCH-2] How far ahead a message can be scheduled, seconds. */
const maxAheadSeconds = 120 * 86_400
/** [SCH-3] The most messages of one author to one channel within `windowSeconds`. */
const maxInWindow = 30
const windowSeconds = 300

export interface NewSchedule {
  channel: Channel
  threadTs: string | undefined
  /** Unix seconds. */
  postAt: number
  draft: ScheduledDraft
}

/** [SCH-1] Keeps a message until its time. Everything about it was checked as if it were sent now. */
export async function scheduleMessage(tx: Tx, caller: Caller, { channel, threadTs, postAt, draft }: NewSchedule) {
  checkPostAt(tx, postAt)
  const author = authorColumns(caller)
  await tx.lock(`scheduled ${channel.team_id} ${author.user_id}`)
  await checkPlace(tx, caller, channel, postAt)
  const newest = await tx
    .selectFrom('scheduled_messages')
    .select(({ fn }) => fn.max('n').as('n'))
    .where('team_id', '=', channel.team_id)
    .where('user_id', '=', author.user_id)
    .executeTakeFirst()
  const row = await tx
    .insertInto('scheduled_messages')
    .values({
      team_id: channel.team_id,
      id: newId('Q'),
      channel_id: channel.id,
      ...author,
      post_at: postAt * 1000,
      thread_ts: threadTs ?? null,
      draft,
      created_at: tx.clock.now(),
      n: (newest?.n ?? 0) + 1,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  logScheduled(tx, row)
  return row
}

/** [SCH-6] Gives a scheduled message of a person another time. */
export async function reschedule(tx: Tx, caller: Caller, row: ScheduledRow, postAt: number): Promise<void> {
  checkPostAt(tx, postAt)
  await checkPlace(tx, caller, { team_id: row.team_id, id: row.channel_id }, postAt, row.id)
  await tx
    .updateTable('scheduled_messages')
    .set({ post_at: postAt * 1000, failed_at: null, failure: null, failure_detail: null })
    .where('team_id', '=', row.team_id)
    .where('id', '=', row.id)
    .execute()
  logScheduled(tx, row)
}

/** [SCH-2] Reads Unix seconds, as a number or as text. */
export function readPostAt(given: string | number): number {
  const seconds = typeof given === 'string' && /^\d{1,15}$/.test(given.trim()) ? Number(given) : given
  if (typeof seconds === 'number' && Number.isSafeInteger(seconds) && seconds >= 0) return seconds
  throw new Refusal('invalid_time', `"post_at": ${JSON.stringify(given)} is not a time in Unix seconds.`)
}

/** [SCH-2] */
function checkPostAt(db: Db, postAt: number): void {
  const now = Math.floor(db.clock.now() / 1000)
  if (postAt <= now) throw new Refusal('time_in_past', `"post_at": ${postAt} is not in the future; it is ${now}.`)
  if (postAt > now + maxAheadSeconds)
    throw new Refusal('time_too_far', `"post_at": ${postAt} is more than 120 days ahead; it is ${now}.`)
}

/** [SCH-3] Refuses one message too many. `moved` is the id of a message that gets another time. */
async function checkPlace(
  tx: Tx,
  caller: Caller,
  channel: { team_id: string; id: string },
  postAt: number,
  moved = '',
): Promise<void> {
  // Those of the team are counted.
  await tx.lock(`scheduled ${channel.team_id}`)
  const pending = await selectPending(tx, { ...caller, teamId: channel.team_id })
    .clearSelect()
    .select(['channel_id', 'post_at'])
    .where('id', '<>', moved)
    .execute()
  const { limits } = await getSettings(tx)
  const most = caller.kind === 'person' ? limits.scheduledPerPerson : limits.scheduledPerApp
  if (pending.length >= most)
    throw new Refusal('restricted_too_many', `${most} messages are waiting to be sent, which is the limit.`)
  const ofTeam = await tx
    .selectFrom('scheduled_messages')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('team_id', '=', channel.team_id)
    .where('failed_at', 'is', null)
    .where('id', '<>', moved)
    .executeTakeFirstOrThrow()
  if (ofTeam.count >= limits.scheduledPerTeam)
    throw new Refusal(
      'restricted_too_many',
      `${ofTeam.count} messages of the team are waiting to be sent, which is the limit.`,
    )
  const times = pending.filter(({ channel_id: id }) => id === channel.id).map(({ post_at: at }) => at / 1000)
  const all = [...times, postAt].toSorted((a, b) => a - b)
  const isCrowded = all.some((first) => {
    const inWindow = all.filter((at) => at >= first && at < first + windowSeconds)
    return inWindow.includes(postAt) && inWindow.length > maxInWindow
  })
  if (isCrowded)
    throw new Refusal(
      'restricted_too_many',
      `${maxInWindow} messages to ${channel.id} are scheduled within five minutes of that time, which is the limit.`,
    )
}
