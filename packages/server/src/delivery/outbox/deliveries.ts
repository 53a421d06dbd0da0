import { hashToken } from '#domain/ids'
import type { Selectable } from 'kysely'
import type { Db, Tx } from '#store/db'
import type { Tables } from '#store/tables/tables'
import { retentionMs } from './recordEvents.ts'

/** [EVT-6] How long to wait before each retry of a delivery that was not acknowledged. */
const retryDelaysMs = [0, 60_000, 300_000] as const

/** Events that an app is sent although it is no longer installed in the team. */
const uninstallEventTypes = ['app_uninstalled', 'tokens_revoked']

export type Delivery = Awaited<ReturnType<typeof listDueDeliveries>>[number]

/** The deliveries of an app that are due, in the order of the log. `exceptChannels`: leaves out these channels. */
export function listDueDeliveries(db: Db, appId: string, limit: number, exceptChannels: readonly string[] = []) {
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
    .where('due_at', '<=', db.clock.now())
    .$if(exceptChannels.length > 0, (query) => query.where('channel_id', 'not in', exceptChannels))
    .where('removed', '=', false)
    .where((where) =>
      where.or([where('installations.app_id', 'is not', null), where('type', 'in', uninstallEventTypes)]),
    )
    .where('teams.deleted', '=', false)
    .orderBy('seq')
    .orderBy('type')
    .limit(limit)
    .execute()
}

export async function deleteDelivery(tx: Tx, eventId: string): Promise<void> {
  await tx.deleteFrom('deliveries').where('event_id', '=', eventId).execute()
}

/** Plans the next attempt, or deletes the delivery after the last. Returns whether there is another attempt. */
export async function scheduleRetry(
  tx: Tx,
  { event_id, attempt }: Pick<Delivery, 'event_id' | 'attempt'>,
  reason: Selectable<Tables['deliveries']>['reason'],
): Promise<boolean> {
  const wait = retryDelaysMs[attempt]
  if (wait === undefined) {
    await deleteDelivery(tx, event_id)
    return false
  }
  await tx
    .updateTable('deliveries')
    .set({ attempt: attempt + 1, reason, due_at: tx.clock.now() + wait })
    .where('event_id', '=', event_id)
    .execute()
  return true
}

/** [EVT-6] Keeps every delivery for the full time from now: the time while the server was down does not count. */
export async function extendRetention(tx: Tx): Promise<void> {
  await tx
    .updateTable('deliveries')
    .set({ kept_until: tx.clock.now() + retentionMs })
    .execute()
}

/** Deletes the deliveries that no app has taken in time. */
export async function deleteExpired(tx: Tx) {
  return tx.deleteFrom('deliveries').where('kept_until', '<=', tx.clock.now()).returningAll().execute()
}

/** The payload of the Events API. It is the same for every attempt. */
export function toEventPayload(delivery: Delivery): Record<string, unknown> {
  const { event_id, team_id, app_id, event, enterprise_id, bot_user, at, type, channel_id } = delivery
  if (type === 'app_rate_limited') {
    const { minute_rate_limited } = event
    return {
      token: verificationToken(app_id, delivery.signing_secret),
      type,
      team_id,
      minute_rate_limited,
      api_app_id: app_id,
    }
  }
  const context = JSON.stringify({ et: type, tid: team_id, aid: app_id, cid: channel_id })
  return {
    token: verificationToken(app_id, delivery.signing_secret),
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

/** The `token` of payloads, older than signatures. It proves nothing here, but clients expect it. */
export function verificationToken(appId: string, secret: string | null): string {
  return hashToken(`${appId} ${secret}`).slice(0, 24)
}
