import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import type { Tx } from '#store/db'
import type { Answered } from '#store/tables/answers'
import type { Caller } from './caller.ts'
import { Refusal } from '#domain/refusal'
import { deleteBatchOf } from '#domain/sweep/inBatches'

/** How long an answer is kept, milliseconds. */
const keptForMs = 24 * 60 * 60_000

/** A call with an idempotency key. Repeating it returns the first answer. */
export interface IdempotentCall {
  caller: Caller
  method: string
  key: string
  args: object
}

/** Names a call and its repetitions. */
export function nameOf({ caller: by, method, key }: IdempotentCall): string {
  const { team, caller } = scopeOf(by)
  return `answer ${team} ${caller} ${method} ${key}`
}

/**
 * [REP-1 to REP-3] Returns the answer that this call got before, or runs `answer` and stores its result in the same
 * transaction. Undefined if the call is being answered in another transaction.
 */
export async function answerOnce(
  tx: Tx,
  call: IdempotentCall,
  answer: () => Promise<Answered>,
): Promise<Answered | undefined> {
  const { team, caller } = scopeOf(call.caller)
  if (!(await tx.tryLock(nameOf(call)))) return undefined
  const given = hashArguments(call.args)
  const stored = await tx
    .selectFrom('answers')
    .select(['given', 'answer'])
    .where('team_id', '=', team)
    .where('caller', '=', caller)
    .where('method', '=', call.method)
    .where('key', '=', call.key)
    .where('at', '>', tx.clock.now() - keptForMs)
    .executeTakeFirst()
  if (stored && stored.given !== given) throw keyReused(call)
  if (stored) return stored.answer

  const fresh = await answer()
  const row = { given, answer: fresh, ...messageOf(fresh.result), at: tx.clock.now() }
  await tx
    .insertInto('answers')
    .values({ team_id: team, caller, method: call.method, key: call.key, ...row })
    .onConflict((conflict) => conflict.columns(['team_id', 'caller', 'method', 'key']).doUpdateSet(row))
    .execute()
  return fresh
}

/**
 * [REP-4] Takes the words of a message that is deleted, or of a scheduled one that is gone, out of the answers that are
 * kept for repeated calls: those of other teams, too, whose apps may have called.
 */
export async function forgetWords(
  tx: Tx,
  { channel_id: channelId, ts }: { channel_id: string; ts: string },
): Promise<void> {
  const about = await tx
    .selectFrom('answers')
    .select(['team_id', 'caller', 'method', 'key', 'answer'])
    .where('channel_id', '=', channelId)
    .where('ts', '=', ts)
    .execute()
  for (const { team_id: teamId, caller, method, key, answer } of about)
    await tx
      .updateTable('answers')
      .set({ answer: { ...answer, result: withoutWords(answer.result) } })
      .where('team_id', '=', teamId)
      .where('caller', '=', caller)
      .where('method', '=', method)
      .where('key', '=', key)
      .execute()
}

/** Which message an answer is about. A scheduled one has an id in place of a ts. */
function messageOf(result: object): { channel_id: string | null; ts: string | null } {
  const channel: unknown = Reflect.get(result, 'channel')
  const ts: unknown = Reflect.get(result, 'ts') ?? Reflect.get(result, 'scheduled_message_id')
  return typeof channel === 'string' && typeof ts === 'string'
    ? { channel_id: channel, ts }
    : { channel_id: null, ts: null }
}

/** Of a message the answer keeps who wrote it, where and when. */
function withoutWords(result: object): object {
  const message: unknown = Reflect.get(result, 'message')
  return {
    ...result,
    ...('text' in result ? { text: '' } : {}),
    ...(typeof message === 'object' && message !== null
      ? { message: { ...keptOf(message), text: '', blocks: [] } }
      : {}),
  }
}

function keptOf(message: object): object {
  const kept = ['type', 'subtype', 'user', 'bot_id', 'team', 'ts', 'thread_ts']
  return Object.fromEntries(Object.entries(message).filter(([name]) => kept.includes(name)))
}

export function deleteExpiredAnswers(tx: Tx): Promise<number> {
  return deleteBatchOf(tx, 'answers', ['team_id', 'caller', 'method', 'key'], sql`at <= ${tx.clock.now() - keptForMs}`)
}

/** All tokens of an app in a team count as one caller. */
function scopeOf({ teamId, enterpriseId, app, userId }: Caller): { team: string; caller: string } {
  return { team: teamId || (enterpriseId ?? ''), caller: `${app?.id ?? ''}/${userId}` }
}

/** The same hash for the same arguments, whatever the order of their fields. */
function hashArguments(args: object): string {
  return createHash('sha256').update(JSON.stringify(args, sortKeys)).digest('base64url')
}

function sortKeys(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function keyReused({ method, key }: IdempotentCall): Refusal {
  return new Refusal(
    'invalid_arguments',
    `The key ${JSON.stringify(key)} was used for a call of ${method} with other arguments; give each call a key of its own.`,
  )
}
