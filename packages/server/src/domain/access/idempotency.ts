import { createHash } from 'node:crypto'
import type { Tx } from '#store/db'
import type { Answered } from '#store/tables/tables'
import type { Caller } from './caller.ts'
import { now } from '#domain/clock'
import { Refusal } from '#domain/refusal'

/** How long an answer is known. */
const kept = 24 * 60 * 60_000

/** A call that may be made again: whoever repeats the key gets the first answer. */
export interface Repeatable {
  caller: Caller
  method: string
  key: string
  args: object
}

/** [REP-1 to REP-3] The answer that the call got before, else the one that `answer` gives, kept with what it writes. */
export async function onceOnly(tx: Tx, call: Repeatable, answer: () => Promise<Answered>): Promise<Answered> {
  const { team, caller } = scopeOf(call.caller)
  // Where writes run at once, a repetition waits for the first call.
  await tx.alone(`answer ${team} ${caller} ${call.method} ${call.key}`)
  const given = printOf(call.args)
  const known = await tx
    .selectFrom('answers')
    .select(['given', 'answer'])
    .where('team_id', '=', team)
    .where('caller', '=', caller)
    .where('method', '=', call.method)
    .where('key', '=', call.key)
    .where('at', '>', now() - kept)
    .executeTakeFirst()
  if (known && known.given !== given) throw otherCall(call)
  if (known) return known.answer

  const fresh = await answer()
  const row = { given, answer: fresh, at: now() }
  await tx
    .insertInto('answers')
    .values({ team_id: team, caller, method: call.method, key: call.key, ...row })
    .onConflict((conflict) => conflict.columns(['team_id', 'caller', 'method', 'key']).doUpdateSet(row))
    .execute()
  return fresh
}

export async function forgetAnswers(tx: Tx): Promise<void> {
  await tx
    .deleteFrom('answers')
    .where('at', '<=', now() - kept)
    .execute()
}

/** Several tokens of an app in a team are one caller. */
function scopeOf({ teamId, enterpriseId, app, userId }: Caller): { team: string; caller: string } {
  return { team: teamId || (enterpriseId ?? ''), caller: `${app?.id ?? ''}/${userId}` }
}

/** The same for the same arguments, in whatever order their fields came. */
function printOf(args: object): string {
  return createHash('sha256').update(JSON.stringify(args, inOrder)).digest('base64url')
}

function inOrder(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function otherCall({ method, key }: Repeatable): Refusal {
  return new Refusal(
    'invalid_arguments',
    `The key ${JSON.stringify(key)} was used for a call of ${method} with other arguments; give each call a key of its own.`,
  )
}
