import { sql } from 'kysely'
import type { LocatedElement } from '@rivulet/blocks/elements'
import type { Caller } from '#domain/access/caller'
import { deleteBatchOf } from '#domain/sweep/inBatches'
import type { Db, Tx } from '#store/db'
import type { Option, Options } from './interactions.ts'
import type { InteractionTarget } from './target.ts'

/** How many options are kept for one element. Options from earlier typing may still be chosen. */
const maxOptions = 500
/** For how long options are kept, milliseconds. */
const keptMs = 24 * 3_600_000

/** Where an app offers options, and to whom. */
export interface OptionsPlace {
  person: Caller
  target: InteractionTarget
  located: LocatedElement
}

/** [ACT-6] The options that an app has offered to a person at an element. */
export async function listOfferedOptions(db: Db, place: OptionsPlace): Promise<Option[]> {
  const { team_id: teamId, user_id: userId, element } = keyOf(place)
  const row = await db
    .selectFrom('offered_options')
    .select('options')
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .where('element', '=', element)
    .executeTakeFirst()
  return row?.options ?? []
}

export async function addOfferedOptions(
  tx: Tx,
  place: OptionsPlace,
  { options = [], option_groups: groups = [] }: Options,
): Promise<void> {
  const key = keyOf(place)
  // Who types fast asks for the next before the last was answered.
  await tx.lock(`options ${key.team_id} ${key.user_id}`)
  const added = [...options, ...groups.flatMap((group) => group.options)]
  const known = (await listOfferedOptions(tx, place)).filter(
    ({ value }) => !added.some((option) => option.value === value),
  )
  const kept = { options: [...known, ...added].slice(-maxOptions), at: tx.clock.now() }
  await tx
    .insertInto('offered_options')
    .values({ ...key, ...kept })
    .onConflict((conflict) => conflict.columns(['team_id', 'user_id', 'element']).doUpdateSet(kept))
    .execute()
}

export function deleteOldOptions(tx: Tx): Promise<number> {
  return deleteBatchOf(tx, 'offered_options', ['team_id', 'user_id', 'element'], sql`at <= ${tx.clock.now() - keptMs}`)
}

function keyOf({ person, target, located: { blockId, actionId } }: OptionsPlace) {
  const where =
    target.in === 'view' ? target.view.id : `${target.channel.id}/${target.message.ts}/${target.attachment?.id ?? ''}`
  return { team_id: person.teamId, user_id: person.userId, element: JSON.stringify([where, blockId, actionId]) }
}
