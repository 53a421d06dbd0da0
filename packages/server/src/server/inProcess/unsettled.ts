import { listUnrecordedTeams } from '#delivery/outbox/recordEvents'
import type { AppSockets } from '#delivery/socketMode/appSockets'
import { readManifest } from '#domain/apps/manifest'
import type { EventFaults } from '#domain/faults/eventFaults'
import { getSettings } from '#domain/settings/settings'
import type { Journal } from '#http/development/journal/journal'
import type { Db } from '#store/db'

const loopback = /^https?:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:|\/|$)/

/**
 * What somebody still has to do at this time of the clock, in sentences; nothing if all are waiting for each other. A retry
 * that is due later is not counted, nor what an injected fault holds back, nor what an app that is not connected would have to do.
 * Of one team, or of all.
 */
export async function findUnsettled(
  db: Db,
  sockets: AppSockets,
  journal: Journal,
  faults: EventFaults | undefined,
  team: string | undefined,
): Promise<string[]> {
  const found = await Promise.all([
    findUnrecorded(db, team),
    findDueDeliveries(db, sockets, journal, faults, team),
    findOpenStreams(db, team),
    findStatuses(db, team),
    findProcessing(db, team),
  ])
  return found.flat()
}

async function findUnrecorded(db: Db, team: string | undefined): Promise<string[]> {
  const teams = await listUnrecordedTeams(db)
  return teams.some((one) => team === undefined || one === team) ? ['Events are being made of the last changes.'] : []
}

async function findDueDeliveries(
  db: Db,
  sockets: AppSockets,
  journal: Journal,
  faults: EventFaults | undefined,
  team: string | undefined,
): Promise<string[]> {
  const rows = await db
    .selectFrom('deliveries')
    .innerJoin('apps', 'apps.id', 'deliveries.app_id')
    .select(['apps.id', 'apps.manifest', 'apps.events_verified', 'deliveries.type', 'event_id', 'attempt'])
    .select(['app_id', 'channel_id'])
    .where('due_at', '<=', db.clock.now())
    .where('apps.removed', '=', false)
    .$if(team !== undefined, (query) => query.where('deliveries.team_id', '=', team ?? ''))
    .execute()
  if (rows.length === 0) return []
  // The row of an attempt that is over is changed a moment later.
  const over = new Set<string>()
  for (const { event_id: id, attempt, outcome } of journal.deliveries())
    if (outcome !== 'sent') over.add(`${id} ${attempt}`)
  const waiting = rows.filter((row) => !over.has(`${row.event_id} ${row.attempt}`) && !faults?.holds(row))
  return waiting.flatMap(({ id, manifest, events_verified: verified, type }) => {
    const { socketMode, eventsUrl = '', title } = readManifest(manifest, id)
    const isReachable = socketMode ? sockets.has(id) : verified === eventsUrl || loopback.test(eventsUrl)
    return isReachable ? [`${title} has not acknowledged an event: ${type}.`] : []
  })
}

async function findOpenStreams(db: Db, team: string | undefined): Promise<string[]> {
  const { stream: rules } = await getSettings(db)
  const open = await db
    .selectFrom('streams')
    .selectAll()
    .where('ended_at', 'is', null)
    .$if(team !== undefined, (query) => query.where('team_id', '=', team ?? ''))
    .execute()
  const now = db.clock.now()
  return open
    .filter(({ started_at: at }) => rules.lifetime === 0 || now < at + rules.lifetime)
    .map(({ channel_id: channel, ts }) => `A stream is open: ${ts} in ${channel}.`)
}

async function findStatuses(db: Db, team: string | undefined): Promise<string[]> {
  const live = await db
    .selectFrom('statuses')
    .select('text')
    .where('ends_at', '>', db.clock.now())
    .$if(team !== undefined, (query) => query.where('team_id', '=', team ?? ''))
    .execute()
  return live.map(({ text }) => `A status is shown: ${JSON.stringify(text)}.`)
}

async function findProcessing(db: Db, team: string | undefined): Promise<string[]> {
  const sessions = await db
    .selectFrom('agent_sessions')
    .select('thread_ts')
    .where('status', '=', 'processing')
    .where('processing_ends_at', '>', db.clock.now())
    .$if(team !== undefined, (query) => query.where('team_id', '=', team ?? ''))
    .execute()
  return sessions.map(({ thread_ts: ts }) => `An agent is processing in the thread ${ts}.`)
}
