import { type RawBuilder, type Selectable, sql } from 'kysely'
import { takesWrites } from '#domain/access/movedTeams'
import { tokenOfExecution } from '#domain/apps/functions'
import { openSigningSecret } from '#domain/apps/secrets'
import type { EventFaults } from '#domain/faults/eventFaults'
import type { Db } from '#store/db'
import type { Tables } from '#store/tables/tables'
import { channelsOfOthers, verificationToken } from './deliveries.ts'

/** Events that an app is sent although it is no longer installed in the team. */
const uninstallEventTypes = ['app_uninstalled', 'tokens_revoked']

/** How many of an app's deliveries are looked at, before its channels are. */
const lookedAt = 1000

export type Delivery = Awaited<ReturnType<typeof listDueDeliveries>>[number]

interface DeliveriesWanted {
  exceptChannels?: readonly string[]
  exceptEvents?: readonly string[]
  node?: string
}

/**
 * The deliveries of an app that are due, in the order of the log. `exceptChannels`: leaves out these channels, and finds some of
 * the others if there are any, however many wait. `exceptEvents`: leaves out these events. `node`: leaves out the channels in
 * which another one delivers.
 */
export async function listDueDeliveries(db: Db, appId: string, limit: number, wanted: DeliveriesWanted = {}) {
  const { exceptChannels } = wanted
  const due = dueDeliveries(db, appId, wanted)
  if (!exceptChannels) return read(db, appId, due.where('deliveries.app_id', '=', appId).limit(limit))
  const free = exceptChannels.length > 0 ? due.where('channel_id', 'not in', exceptChannels) : due
  const among = (events: RawBuilder<string>) => read(db, appId, free.where('event_id', 'in', events).limit(limit))
  const oldest = await among(oldestDue(db, appId))
  // Those may all be left out, with very many more behind them.
  return oldest.length > 0 || !(await areMany(db, appId)) ? oldest : among(oldestOfChannels(appId, due))
}

type DueDeliveries = ReturnType<typeof dueDeliveries>

/** What is due, and still taken by its team and by the app there. */
function dueDeliveries(db: Db, appId: string, { exceptEvents = [], node }: DeliveriesWanted) {
  return (
    db
      .selectFrom('deliveries')
      .innerJoin('apps', 'apps.id', 'deliveries.app_id')
      .innerJoin('teams', 'teams.id', 'deliveries.team_id')
      .leftJoin('installations', (join) =>
        join
          .onRef('installations.app_id', '=', 'deliveries.app_id')
          .onRef('installations.team_id', '=', 'deliveries.team_id'),
      )
      // Without the sign, SQLite would read all that are due to put them in order.
      .where(sql<boolean>`+deliveries.due_at <= ${db.clock.now()}`)
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
  )
}

async function read(db: Db, appId: string, due: DueDeliveries) {
  const columns = due.selectAll('deliveries').select(['bot_user', 'signing_secret', 'enterprise_id'])
  const rows = await columns.execute()
  return Promise.all(
    rows.map(async ({ signing_secret: sealed, event, ...row }) => ({
      ...row,
      event: await withToken(db, row, event),
      verificationToken: verificationToken(appId, openSigningSecret(db, { id: appId, signing_secret: sealed })),
    })),
  )
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

/**
 * The oldest, so that one that is repeated comes before those that followed it, and those that are due for longest, in case the
 * oldest wait.
 */
function oldestDue(db: Db, appId: string): RawBuilder<string> {
  return sql`(
    select event_id from (
      select event_id, due_at from deliveries where app_id = ${appId} order by seq, type limit ${lookedAt}
    ) as oldest where due_at <= ${db.clock.now()}
    union all
    select event_id from (${longestDue(db, appId)}) as due
  )`
}

function longestDue(db: Db, appId: string): RawBuilder<string> {
  const now = db.clock.now()
  return sql`
    select event_id from deliveries where app_id = ${appId} and due_at <= ${now} order by due_at, seq limit ${lookedAt}`
}

/** Whether more may be due than are looked at. */
async function areMany(db: Db, appId: string): Promise<boolean> {
  const counting = sql<{ count: unknown }>`select count(*) as count from (${longestDue(db, appId)}) as due`
  const { rows } = await counting.execute(db)
  return Number(rows[0]?.count) >= lookedAt
}

/** The oldest of each channel. It steps through an index from channel to channel. */
function oldestOfChannels(appId: string, due: DueDeliveries): RawBuilder<string> {
  const ofChannel = due
    .select('event_id')
    .where('deliveries.app_id', '=', appId)
    .where('channel_id', '=', sql.ref<string>('channel'))
  return sql`(
    with recursive waiting (channel) as (
      select min(channel_id) from deliveries where app_id = ${appId}
      union all
      select (select min(channel_id) from deliveries where app_id = ${appId} and channel_id > channel)
      from waiting where channel is not null
    )
    select (${ofChannel.limit(1)}) from waiting where channel is not null
  )`
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
