import { createHash } from 'node:crypto'
import type { Tx } from '#store/db'
import type { Answered } from '#store/tables/answers'
import type { Caller } from './caller.ts'
import { Refusal } from '#domain/refusal'

/** How long an answer is kept, milliseconds. */
const keptForMs = 24 * 60 * 60_000

/** A call with an idempotency key. Repeating it returns the first answer. */
export interface IdempotentCall {
  caller: Caller
  method: string
  key: string
  args: object
}

/** [REP-1 to REP-3] Returns the answer that this call got before, or runs `answer` and stores its result in the same transaction. */
export async function answerOnce(tx: Tx, call: IdempotentCall, answer: () => Promise<Answered>): Promise<Answered> {
  const { team, caller } = scopeOf(call.caller)
  // If writes run concurrently, a repetition waits for the first call.
  await tx.lock(`answer ${team} ${caller} ${call.method} ${call.key}`)
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
  const row = { given, answer: fresh, at: tx.clock.now() }
  await tx
    .insertInto('answers')
    .values({ team_id: team, caller, method: call.method, key: call.key, ...row })
    .onConflict((conflict) => conflict.columns(['team_id', 'caller', 'method', 'key']).doUpdateSet(row))
    .execute()
  return fresh
}

export async function deleteExpiredAnswers(tx: Tx): Promise<void> {
  await tx
    .deleteFrom('answers')
    .where('at', '<=', tx.clock.now() - keptForMs)
    .execute()
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
