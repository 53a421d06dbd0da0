import { type RawBuilder, type Selectable, sql } from 'kysely'
import { listTeamsByOrgToken } from '#domain/access/enterprise'
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
  const ids = await (wanted.exceptChannels
    ? findSome(db, appId, limit, wanted)
    : findAmong(db, appId, allDue(db, appId), limit, wanted))
  return ids.length === 0 ? [] : read(db, ids)
}

async function findSome(db: Db, appId: string, limit: number, wanted: DeliveriesWanted): Promise<string[]> {
  const oldest = await findAmong(db, appId, oldestDue(db, appId), limit, wanted)
  // Those may all be left out, with very many more behind them.
  if (oldest.length > 0 || !(await areMany(db, appId))) return oldest
  return findAmong(db, appId, oldestOfChannels(db, appId), limit, wanted)
}

type Candidates = RawBuilder<
  Pick<Selectable<Tables['deliveries']>, 'event_id' | 'team_id' | 'channel_id' | 'seq' | 'type'>
>
/** The columns of candidates: only the deliveries that are found are read whole. */
const columns = sql.raw('d.event_id, d.team_id, d.channel_id, d.seq, d.type')

/** Leaves out those of an app that was removed, or is no longer installed in the team, and of teams that are not here. */
async function findAmong(
  db: Db,
  appId: string,
  candidates: Candidates,
  limit: number,
  { exceptChannels = [], exceptEvents = [], node }: DeliveriesWanted,
): Promise<string[]> {
  const rows = await db
    .selectFrom(candidates.as('due'))
    .innerJoin('apps', (join) => join.on('apps.id', '=', appId))
    // SQLite would read all teams first, if it could choose.
    .crossJoin('teams')
    .whereRef('teams.id', '=', 'due.team_id')
    .leftJoin('installations', (join) =>
      join.on('installations.app_id', '=', appId).onRef('installations.team_id', '=', 'due.team_id'),
    )
    .select('event_id')
    .$if(exceptChannels.length > 0, (query) => query.where('channel_id', 'not in', exceptChannels))
    .$if(exceptEvents.length > 0, (query) => query.where('event_id', 'not in', exceptEvents))
    .$if(node !== undefined && !db.cache.isSingleWriter, (query) =>
      query.where('channel_id', 'not in', channelsOfOthers(db, appId, node ?? '')),
    )
    .where('removed', '=', false)
    .where((where) =>
      where.or([where('installations.app_id', 'is not', null), where('due.type', 'in', uninstallEventTypes)]),
    )
    .where('teams.deleted', '=', false)
    .where(takesWrites(db, 'due.team_id'))
    .orderBy('seq')
    .orderBy('type')
    .limit(limit)
    .execute()
  return rows.map(({ event_id: id }) => id)
}

/** Everything that is due. Without the plus sign, SQLite would read all of it to put it in the order of the log. */
function allDue(db: Db, appId: string): Candidates {
  return sql`(select ${columns} from deliveries d where app_id = ${appId} and +due_at <= ${db.clock.now()})`
}

/**
 * The oldest, so that one that is repeated comes before those that followed it, and those that are due for longest, in case the
 * oldest wait.
 */
function oldestDue(db: Db, appId: string): Candidates {
  return sql`(
    select ${columns} from (
      select * from (
        select ${columns}, due_at from deliveries d where app_id = ${appId} order by seq, type limit ${lookedAt}
      ) as oldest
      where due_at <= ${db.clock.now()}
    ) as d
    union
    select ${columns} from (${longestDue(db, appId)}) as d
  )`
}

function longestDue(db: Db, appId: string): RawBuilder<unknown> {
  const now = db.clock.now()
  return sql`
    select ${columns} from deliveries d where app_id = ${appId} and due_at <= ${now} order by due_at, seq limit ${lookedAt}`
}

/** Whether more may be due than are looked at. */
async function areMany(db: Db, appId: string): Promise<boolean> {
  const counting = sql<{ count: unknown }>`select count(*) as count from (${longestDue(db, appId)}) as due`
  const { rows } = await counting.execute(db)
  return Number(rows[0]?.count) >= lookedAt
}

/**
 * The oldest of each channel, and those without a channel, which are of several teams. It steps through an index from channel
 * to channel.
 */
function oldestOfChannels(db: Db, appId: string): Candidates {
  const now = db.clock.now()
  return sql`(
    with recursive waiting (channel) as (
      select min(channel_id) from deliveries where app_id = ${appId} and channel_id > ''
      union all
      select (select min(channel_id) from deliveries where app_id = ${appId} and channel_id > channel)
      from waiting where channel is not null
    )
    select ${columns} from (select channel from waiting where channel is not null) as w join deliveries d on event_id = (
      select event_id from deliveries
      where app_id = ${appId} and channel_id = channel and +due_at <= ${now} order by seq, type limit 1
    )
    union all
    select ${columns} from (
      select ${columns} from deliveries d
      where app_id = ${appId} and channel_id = '' and +due_at <= ${now} order by seq, type limit ${lookedAt}
    ) as d
  )`
}

async function read(db: Db, ids: readonly string[]) {
  const rows = await db
    .selectFrom('deliveries')
    .innerJoin('apps', 'apps.id', 'deliveries.app_id')
    .innerJoin('teams', 'teams.id', 'deliveries.team_id')
    .leftJoin('channels', (join) =>
      join.onRef('channels.team_id', '=', 'deliveries.team_id').onRef('channels.id', '=', 'deliveries.channel_id'),
    )
    .selectAll('deliveries')
    .select(['shared_with', 'bot_user', 'signing_secret', 'enterprise_id'])
    .where('event_id', 'in', ids)
    .orderBy('seq')
    .orderBy('type')
    .execute()
  // All are of one app.
  const inEnterprises = rows.flatMap((row) => (row.enterprise_id === null ? [] : row.team_id))
  const orgWide =
    inEnterprises.length === 0
      ? new Set<string>()
      : await listTeamsByOrgToken(db, rows[0]?.app_id ?? '', [...new Set(inEnterprises)])
  return Promise.all(
    rows.map(async ({ signing_secret: sealed, event, shared_with: sharedWith, ...row }) => ({
      ...row,
      isOrgWide: orgWide.has(row.team_id),
      isShared: (sharedWith ?? []).length > 0,
      event: await withToken(db, row, event),
      verificationToken: verificationToken(
        row.app_id,
        openSigningSecret(db, { id: row.app_id, signing_secret: sealed }),
      ),
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
  const held = channels.length > 0 ? { exceptChannels: [...(wanted.exceptChannels ?? []), ...channels] } : {}
  return faults.admit(await listDueDeliveries(db, appId, limit, { ...wanted, ...held, exceptEvents }))
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
