import { hashToken } from '#domain/ids'
import type { Selectable } from 'kysely'
import { now } from '#domain/clock'
import type { Db, Tx } from '#store/db'
import type { Tables } from '#store/tables/tables'
import { keptFor } from './recordEvents.ts'

/** [EVT-6] After how long an event that was not acknowledged is sent again, milliseconds. */
const retries = [0, 60_000, 300_000] as const

/** Events that are about an app's being in a team no more. */
const farewells = ['app_uninstalled', 'tokens_revoked']

export type Delivery = Awaited<ReturnType<typeof dueFor>>[number]

/** What an app is to be sent by now, in the order in which it happened; `except`: nothing of these conversations. */
export function dueFor(db: Db, appId: string, limit: number, except: readonly string[] = []) {
  return db
    .selectFrom('deliveries')
    .innerJoin('apps', 'apps.id', 'deliveries.app_id')
    .innerJoin('teams', 'teams.id', 'deliveries.team_id')
    .leftJoin('installations', (join) =>
      join
        .onRef('installations.app_id', '=', 'deliveries.app_id')
        .onRef('installations.team_id', '=', 'deliveries.team_id'),
    )
    .selectAll('deliveries')
    .select(['bot_user', 'signing_secret', 'enterprise_id'])
    .where('deliveries.app_id', '=', appId)
    .where('due_at', '<=', now())
    .$if(except.length > 0, (query) => query.where('channel_id', 'not in', except))
    .where('removed', '=', false)
    .where((where) => where.or([where('installations.app_id', 'is not', null), where('type', 'in', farewells)]))
    .where('teams.deleted', '=', false)
    .orderBy('seq')
    .orderBy('type')
    .limit(limit)
    .execute()
}

export async function settle(tx: Tx, eventId: string): Promise<void> {
  await tx.deleteFrom('deliveries').where('event_id', '=', eventId).execute()
}

/** Whether it will be sent again. */
export async function failed(
  tx: Tx,
  { event_id, attempt }: Pick<Delivery, 'event_id' | 'attempt'>,
  reason: Selectable<Tables['deliveries']>['reason'],
): Promise<boolean> {
  const wait = retries[attempt]
  if (wait === undefined) {
    await settle(tx, event_id)
    return false
  }
  await tx
    .updateTable('deliveries')
    .set({ attempt: attempt + 1, reason, due_at: now() + wait })
    .where('event_id', '=', event_id)
    .execute()
  return true
}

/** [EVT-6] Time while the server was down is not held against anybody. */
export async function keepWaiting(tx: Tx): Promise<void> {
  await tx
    .updateTable('deliveries')
    .set({ kept_until: now() + keptFor })
    .execute()
}

export async function dropOld(tx: Tx) {
  return tx.deleteFrom('deliveries').where('kept_until', '<=', now()).returningAll().execute()
}

/** The Events API's envelope, the same for every attempt. */
export function callbackOf(delivery: Delivery): Record<string, unknown> {
  const { event_id, team_id, app_id, event, enterprise_id, bot_user, at, type, channel_id } = delivery
  if (type === 'app_rate_limited') {
    const { minute_rate_limited } = event
    return {
      token: legacyToken(app_id, delivery.signing_secret),
      type,
      team_id,
      minute_rate_limited,
      api_app_id: app_id,
    }
  }
  const context = JSON.stringify({ et: type, tid: team_id, aid: app_id, cid: channel_id })
  return {
    token: legacyToken(app_id, delivery.signing_secret),
    team_id,
    context_team_id: team_id,
    context_enterprise_id: enterprise_id,
    api_app_id: app_id,
    event,
    type: 'event_callback',
    event_id,
    event_time: Math.floor(at / 1000),
    authorizations: [{ enterprise_id, team_id, user_id: bot_user, is_bot: true, is_enterprise_install: false }],
    is_ext_shared_channel: false,
    event_context: `4-${Buffer.from(context).toString('base64url')}`,
  }
}

/** Of an age before signatures: it proves nothing here, and clients want one to be there. */
export function legacyToken(appId: string, secret: string | null): string {
  return hashToken(`${appId} ${secret}`).slice(0, 24)
}
