import { takesWrites } from '#domain/access/movedTeams'
import { tokenOfExecution } from '#domain/apps/functions'
import type { EventFaults } from '#domain/faults/eventFaults'
import { openSigningSecret } from '#domain/apps/secrets'
import { hashToken } from '#domain/ids'
import { livingNodes } from '#domain/nodes/living'
import type { Selectable } from 'kysely'
import type { Db, Tx } from '#store/db'
import type { Tables } from '#store/tables/tables'

/** [EVT-6] How long to wait before each retry of a delivery that was not acknowledged. */
const retryDelaysMs = [0, 60_000, 300_000] as const
/** The number of the last attempt; the first is 0. */
export const lastAttempt = retryDelaysMs.length

/** Events that an app is sent although it is no longer installed in the team. */
const uninstallEventTypes = ['app_uninstalled', 'tokens_revoked']

/** What the journal says of an acknowledgement that an injected fault has lost. */
export const lostAcknowledgement = 'The acknowledgement was lost: injected with /control/faults.'

export type Delivery = Awaited<ReturnType<typeof listDueDeliveries>>[number]

/**
 * The deliveries of an app that are due, in the order of the log. `exceptChannels`: leaves out these channels. `exceptEvents`: these
 * events. `node`: leaves out the channels in which another one delivers.
 */
export async function listDueDeliveries(
  db: Db,
  appId: string,
  limit: number,
  { exceptChannels = [], exceptEvents = [], node }: DeliveriesWanted = {},
) {
  const rows = await db
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
    .$if(exceptEvents.length > 0, (query) => query.where('event_id', 'not in', exceptEvents))
    .$if(node !== undefined && !db.cache.isSingleWriter, (query) =>
      query.where('channel_id', 'not in', channelsOfOthers(db, appId, node ?? '')),
    )
    .where('removed', '=', false)
    .where((where) =>
      where.or([where('installations.app_id', 'is not', null), where('type', 'in', uninstallEventTypes)]),
    )
    .where('teams.deleted', '=', false)
    .where(takesWrites(db, 'deliveries.team_id'))
    .orderBy('seq')
    .orderBy('type')
    .limit(limit)
    .execute()
  return Promise.all(
    rows.map(async ({ signing_secret: sealed, event, ...row }) => ({
      ...row,
      event: await withToken(db, row, event),
      verificationToken: verificationToken(
        row.app_id,
        openSigningSecret(db, { id: row.app_id, signing_secret: sealed }),
      ),
    })),
  )
}

/** Those of these apps that have a delivery which is due. It may be on its way. */
export async function listAppsWithDueDeliveries(db: Db, appIds: readonly string[]): Promise<string[]> {
  if (appIds.length === 0) return []
  const rows = db.selectFrom('apps').select('id').where('id', 'in', appIds).where('removed', '=', false)
  const withDue = rows.where(({ eb, selectFrom }) => {
    // It is one look into an index for each app, however many deliveries wait.
    const firstDue = selectFrom('deliveries').select(({ fn }) => fn.min('due_at').as('due_at'))
    return eb(firstDue.whereRef('app_id', '=', 'apps.id'), '<=', db.clock.now())
  })
  return (await withDue.execute()).map(({ id }) => id)
}

interface DeliveriesWanted {
  exceptChannels?: readonly string[]
  exceptEvents?: readonly string[]
  node?: string
}

/** The due deliveries that no injected fault holds back. */
export async function listSendableDeliveries(
  db: Db,
  faults: EventFaults | undefined,
  appId: string,
  limit: number,
  wanted: DeliveriesWanted,
): Promise<Delivery[]> {
  if (!faults) return listDueDeliveries(db, appId, limit, wanted)
  const { events: exceptEvents, channels } = faults.held(appId)
  const exceptChannels = [...(wanted.exceptChannels ?? []), ...channels]
  return faults.admit(await listDueDeliveries(db, appId, limit, { ...wanted, exceptChannels, exceptEvents }))
}

/** [FUN-2, KEY-2] Adds the token that comes with a run of a function, because the outbox must not hold it. */
async function withToken(
  db: Db,
  { type, app_id: appId, team_id: teamId }: Pick<Selectable<Tables['deliveries']>, 'type' | 'app_id' | 'team_id'>,
  event: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const { function_execution_id: execution } = event
  if (type !== 'function_executed' || typeof execution !== 'string') return event
  return { ...event, bot_access_token: await tokenOfExecution(db, appId, teamId, execution) }
}

/** [NOD-4] The channels, of one app, in which another node delivers. '' stands for events without a channel. */
export function channelsOfOthers(db: Db, appId: string, node: string) {
  return db
    .selectFrom('deliveries as other')
    .select('other.channel_id')
    .where('other.app_id', '=', appId)
    .where('other.node', '!=', node)
    .where('other.node', 'in', livingNodes(db))
}

export async function deleteDelivery(tx: Tx, eventId: string): Promise<void> {
  await tx.deleteFrom('deliveries').where('event_id', '=', eventId).execute()
}

/**
 * Plans the next attempt, or deletes the delivery after the last. Returns whether there is another attempt. One that another
 * node has taken over meanwhile stays as it is.
 */
export async function scheduleRetry(
  tx: Tx,
  { event_id, attempt }: Pick<Delivery, 'event_id' | 'attempt'>,
  reason: Selectable<Tables['deliveries']>['reason'],
  node: string,
): Promise<boolean> {
  const isShared = !tx.cache.isSingleWriter
  const wait = retryDelaysMs[attempt]
  if (wait === undefined) {
    const last = tx.deleteFrom('deliveries').where('event_id', '=', event_id)
    const { numDeletedRows } = await last.$if(isShared, (own) => own.where('node', '=', node)).executeTakeFirstOrThrow()
    return numDeletedRows === 0n
  }
  await tx
    .updateTable('deliveries')
    .set({ attempt: attempt + 1, reason, due_at: tx.clock.now() + wait, ...(isShared && { node: null }) })
    .where('event_id', '=', event_id)
    .$if(isShared, (own) => own.where('node', '=', node))
    .execute()
  return true
}

/** The payload of the Events API. It is the same for every attempt. */
export function toEventPayload(delivery: Delivery): Record<string, unknown> {
  const { event_id, team_id, app_id, event, enterprise_id, bot_user, at, type, channel_id } = delivery
  if (type === 'app_rate_limited') {
    const { minute_rate_limited } = event
    return {
      token: delivery.verificationToken,
      type,
      team_id,
      minute_rate_limited,
      api_app_id: app_id,
    }
  }
  const context = JSON.stringify({ et: type, tid: team_id, aid: app_id, cid: channel_id })
  return {
    token: delivery.verificationToken,
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
export function verificationToken(appId: string, secret: string): string {
  return hashToken(`${appId} ${secret}`).slice(0, 24)
}
