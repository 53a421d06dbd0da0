import { randomInt } from 'node:crypto'
import type { Tx } from '#store/db'
import type { CallingApp } from '#domain/access/caller'
import { takesWrites } from '#domain/access/movedTeams'
import { hashToken, newSecret } from '#domain/ids'
import { Refusal } from '#domain/refusal'

/** [ACT-7] How long an app may take to use a trigger, milliseconds. */
const triggerLifetimeMs = 3000
/** How long a trigger is remembered after it has expired, milliseconds. */
const rememberedForMs = 10 * 60_000

/** Who has interacted with an app, and where. */
export interface Trigger {
  teamId: string
  appId: string
  userId: string
  page: string | null
  /** The view they interacted with. */
  viewId: string | null
}

/** Creates a trigger, with which the app may open a modal for the person who has just interacted with it. */
export async function createTrigger(tx: Tx, { teamId, appId, userId, page, viewId }: Trigger): Promise<string> {
  // Two numbers and a secret, in the format of the API.
  const trigger = `${randomInt(2 ** 40)}.${randomInt(2 ** 40)}.${newSecret()}`
  await tx
    .deleteFrom('triggers')
    .where('expires_at', '<=', tx.clock.now() - rememberedForMs)
    .where(takesWrites(tx))
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
      expires_at: tx.clock.now() + triggerLifetimeMs,
      used_at: null,
    })
    .execute()
  return trigger
}

/** [ACT-7] Redeems a trigger of this app, which has to be in time and works once. */
export async function redeemTrigger(tx: Tx, teamId: string, app: CallingApp, trigger: string): Promise<Trigger> {
  const hash = hashToken(trigger)
  await tx.lock(`trigger ${hash}`)
  const row = await tx
    .selectFrom('triggers')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('hash', '=', hash)
    .where('app_id', '=', app.id)
    .executeTakeFirst()
  if (!row) throw new Refusal('invalid_trigger_id', 'The app was not given this trigger_id.')
  if (row.used_at !== null) throw new Refusal('exchanged_trigger_id', 'The trigger_id was used before.')
  if (row.expires_at <= tx.clock.now())
    throw new Refusal(
      'expired_trigger_id',
      `A trigger_id is valid for ${triggerLifetimeMs / 1000} seconds; this one is older.`,
    )
  await tx
    .updateTable('triggers')
    .set({ used_at: tx.clock.now() })
    .where('team_id', '=', teamId)
    .where('hash', '=', hash)
    .execute()
  return { teamId, appId: row.app_id, userId: row.user_id, page: row.page, viewId: row.view_id }
}
