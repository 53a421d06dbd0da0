import type { Selectable } from 'kysely'
import type { Db, Tx } from '#store/db'
import type { Tables } from '#store/tables/tables'
import type { Caller } from '#domain/access/caller'
import { forgetWords } from '#domain/access/idempotency'
import { logEntry } from '#domain/log/entry'
import { fitOnPage, storedBytes } from '#domain/page'
import { Refusal } from '#domain/refusal'

export type ScheduledRow = Selectable<Tables['scheduled_messages']>

/** [SCH-4] How long before its time a message cannot be deleted any more, milliseconds. */
const lastCallMs = 60_000

/** The columns that say who scheduled a message. */
export function authorColumns({ kind, userId, app }: Caller): Pick<ScheduledRow, 'kind' | 'user_id' | 'app_id'> {
  if (kind === 'app') throw new Error('An app-level token posts no messages.')
  return { kind, user_id: userId, app_id: app?.id ?? null }
}

/** Selects what a caller has scheduled: the person, or the bot user, with the same app. */
export function selectOwn(db: Db, { teamId, userId, app }: Caller) {
  return db
    .selectFrom('scheduled_messages')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .where('app_id', app ? '=' : 'is', app?.id ?? null)
}

/** Selects those that wait for their time. */
export function selectPending(db: Db, caller: Caller) {
  return selectOwn(db, caller).where('failed_at', 'is', null)
}

export interface ScheduledListing {
  channel: string | undefined
  /** Unix milliseconds. */
  oldest: number
  latest: number
  /** The key of the last message of the previous page, `''` for the first page. */
  after: string
  limit: number
}

/** [SCH-5] Lists what the caller has scheduled, in the order in which it will be sent. */
export async function listScheduled(
  db: Db,
  caller: Caller,
  { channel, oldest, latest, after, limit }: ScheduledListing,
): Promise<{ rows: ScheduledRow[]; next: string | undefined }> {
  const [, at = '-1', n = '0'] = /^(\d{1,15}) (\d{1,15})$/.exec(after) ?? []
  let query = selectPending(db, caller).where('post_at', '>=', oldest).where('post_at', '<=', latest)
  if (channel !== undefined) query = query.where('channel_id', '=', channel)
  const pending = query
    .where((where) =>
      where.or([
        where('post_at', '>', Number(at)),
        where.and([where('post_at', '=', Number(at)), where('n', '>', Number(n))]),
      ]),
    )
    .orderBy('post_at')
    .orderBy('n')
  const sizes = await pending
    .clearSelect()
    .select(storedBytes('draft').as('size'))
    .limit(limit + 1)
    .execute()
  const page = fitOnPage(sizes.slice(0, limit), ({ size }) => size)
  const rows = await pending.limit(page.length).execute()
  const last = rows.at(-1)
  return { rows, next: sizes.length > page.length && last ? `${last.post_at} ${last.n}` : undefined }
}

/** [SCH-4] Deletes a message that the caller has scheduled for a channel, up to a minute before its time. */
export async function deleteScheduled(tx: Tx, caller: Caller, channelId: string, id: string): Promise<void> {
  await lockScheduled(tx, { team_id: caller.teamId, id })
  const row = await selectOwn(tx, caller).where('id', '=', id).executeTakeFirst()
  if (!row || row.channel_id !== channelId)
    throw invalidId(`You have scheduled no message ${JSON.stringify(id)} for ${channelId} that is still waiting.`)
  if (row.failed_at !== null) throw invalidId(`${id} was not sent: ${row.failure}. ${row.failure_detail}`)
  if (row.post_at - tx.clock.now() < lastCallMs)
    throw invalidId(`${id} is sent within a minute; it is too late to delete it.`)
  await dropScheduled(tx, row)
}

/** [SCH-6] Finds what a person has scheduled in the browser, also if it could not be sent. */
export async function findOwnScheduled(tx: Tx, person: Caller, id: string): Promise<ScheduledRow> {
  await lockScheduled(tx, { team_id: person.teamId, id })
  const row = await selectOwn(tx, person).where('id', '=', id).executeTakeFirst()
  if (row) return row
  throw invalidId('This message was sent or deleted already.')
}

/** Whoever sends, deletes or changes a scheduled message holds this lock. */
export function lockScheduled(tx: Tx, { team_id: teamId, id }: Pick<ScheduledRow, 'team_id' | 'id'>): Promise<void> {
  return tx.lock(`scheduled ${teamId} ${id}`)
}

/** Removes a scheduled message, because it is sent or because its author does not want it any more. */
export async function dropScheduled(tx: Tx, row: ScheduledRow): Promise<boolean> {
  const dropped = await tx
    .deleteFrom('scheduled_messages')
    .where('team_id', '=', row.team_id)
    .where('id', '=', row.id)
    .executeTakeFirst()
  await forgetWords(tx, { ...row, ts: row.id })
  logScheduled(tx, row)
  return dropped.numDeletedRows > 0n
}

export function logScheduled(tx: Tx, { team_id: teamId, user_id: subject }: ScheduledRow): void {
  tx.work.log(logEntry('scheduled', teamId, { subject }))
}

function invalidId(detail: string): Refusal {
  return new Refusal('invalid_scheduled_message_id', detail)
}
