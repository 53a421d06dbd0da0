import { randomInt } from 'node:crypto'
import type { Tx } from '#store/db'
import type { CallingApp } from '#domain/access/caller'
import { now } from '#domain/clock'
import { hashToken, newSecret } from '#domain/ids'
import { Refusal } from '#domain/refusal'

/** [ACT-7] How long an app may take to use one, milliseconds. */
const lasts = 3000
/** How long is known of one that it was there. */
const known = 10 * 60_000

/** Who has just acted, and where. */
export interface Trigger {
  teamId: string
  appId: string
  userId: string
  page: string | null
  /** The view in which they acted. */
  viewId: string | null
}

/** What lets the app open a modal for who has just acted. */
export async function newTrigger(tx: Tx, { teamId, appId, userId, page, viewId }: Trigger): Promise<string> {
  // Two numbers and a secret: the form that clients know.
  const trigger = `${randomInt(2 ** 40)}.${randomInt(2 ** 40)}.${newSecret()}`
  await tx
    .deleteFrom('triggers')
    .where('expires_at', '<=', now() - known)
    .execute()
  await tx
    .insertInto('triggers')
    .values({
      team_id: teamId,
      hash: hashToken(trigger),
      app_id: appId,
      user_id: userId,
      page,
      view_id: viewId,
      expires_at: now() + lasts,
      used_at: null,
    })
    .execute()
  return trigger
}

/** [ACT-7] What a trigger stands for: of this app alone, in time, and once. */
export async function useTrigger(tx: Tx, teamId: string, app: CallingApp, trigger: string): Promise<Trigger> {
  const hash = hashToken(trigger)
  await tx.alone(`trigger ${hash}`)
  const row = await tx
    .selectFrom('triggers')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('hash', '=', hash)
    .where('app_id', '=', app.id)
    .executeTakeFirst()
  if (!row) throw new Refusal('invalid_trigger_id', 'The app was given no such trigger_id.')
  if (row.used_at !== null) throw new Refusal('exchanged_trigger_id', 'The trigger_id was used before.')
  if (row.expires_at <= now())
    throw new Refusal('expired_trigger_id', `A trigger_id holds for ${lasts / 1000} seconds; this one is older.`)
  await tx
    .updateTable('triggers')
    .set({ used_at: now() })
    .where('team_id', '=', teamId)
    .where('hash', '=', hash)
    .execute()
  return { teamId, appId: row.app_id, userId: row.user_id, page: row.page, viewId: row.view_id }
}
