import { sql } from 'kysely'
import { takesWrites } from '#domain/access/movedTeams'
import type { Db, Tx } from '#store/db'

/** [NTF-12] How often a push is tried, and how long after one try the next is due. */
const maxAttempts = 4
const retryMs = [30_000, 120_000, 480_000, 480_000] as const
const longestWaitMs = 600_000
/** [NTF-12] So many pushes of one browser wait; nobody reads more notifications. */
const maxWaiting = 100

/** Something that is to be pushed now, and where to. */
export interface DuePush {
  team_id: string
  session: string
  user_id: string
  channel_id: string
  ts: string
  attempt: number
  due_at: number
  endpoint: string
  origin: string
  p256dh: string
  auth: string
  shows_text: boolean
  reminds: boolean
}

/**
 * What is due, the oldest first, for each session one. `busy`: what has as many requests under way as it may.
 */
export async function listDuePushes(
  db: Db,
  busy: { sessions: readonly string[]; people: readonly string[]; origins: readonly string[] },
  limit: number,
): Promise<DuePush[]> {
  const rows = await db
    .selectFrom('pushes')
    .innerJoin('push_subscriptions as to', (join) =>
      join.onRef('to.team_id', '=', 'pushes.team_id').onRef('to.session', '=', 'pushes.session'),
    )
    .select(['pushes.team_id', 'pushes.session', 'channel_id', 'ts', 'attempt', 'due_at', 'reminds'])
    .select(['to.user_id', 'to.endpoint', 'to.origin', 'to.p256dh', 'to.auth', 'to.shows_text'])
    .where('due_at', '<=', db.clock.now())
    .$if(busy.sessions.length > 0, (query) => query.where('pushes.session', 'not in', busy.sessions))
    .$if(busy.origins.length > 0, (query) => query.where('to.origin', 'not in', busy.origins))
    .$if(busy.people.length > 0, (query) =>
      query.where(sql<string>`to.team_id || '/' || to.user_id`.$castTo<string>(), 'not in', busy.people),
    )
    .where(takesWrites(db, 'pushes.team_id'))
    .orderBy('due_at')
    .orderBy('ts')
    .limit(limit)
    .execute()
  const first = new Map<string, DuePush>()
  for (const row of rows) if (!first.has(row.session)) first.set(row.session, row)
  return [...first.values()]
}

/**
 * [NTF-12] Takes a push: whoever takes it sends it, and if that comes to nothing it is due again later. Undefined if another
 * node has taken it, or it is over.
 */
export async function takePush(tx: Tx, push: DuePush): Promise<DuePush | undefined> {
  const due_at = tx.clock.now() + retryMs[Math.min(push.attempt, 3)]!
  const taking = tx.updateTable('pushes').set({ attempt: push.attempt + 1, due_at })
  const taken = await ofPush(taking, push).executeTakeFirst()
  if (taken.numUpdatedRows === 0n) return undefined
  await letOthersPass(tx, push)
  return { ...push, attempt: push.attempt + 1, due_at }
}

/** [NTF-12] What else is due at this browser waits behind what is due now at others; the oldest of very much is given up. */
async function letOthersPass(tx: Tx, { team_id, session }: DuePush): Promise<void> {
  const now = tx.clock.now()
  await sql`delete from pushes where team_id = ${team_id} and session = ${session} and due_at <= ${now} and not reminds
    and ts < (select ts from pushes where team_id = ${team_id} and session = ${session} and due_at <= ${now} and not reminds
      order by ts desc limit 1 offset ${maxWaiting - 1})`.execute(tx)
  await tx
    .updateTable('pushes')
    .set({ due_at: now })
    .where('team_id', '=', team_id)
    .where('session', '=', session)
    .where('due_at', '<', now)
    .execute()
}

/** [NTF-12] After a failure: it is tried again, as the push service asks and at most four times, or given up. */
export async function retryPush(tx: Tx, push: DuePush, afterMs: number | undefined): Promise<void> {
  if (push.attempt >= maxAttempts) return deletePush(tx, push)
  if (afterMs === undefined) return
  const due_at = Math.max(push.due_at, tx.clock.now() + Math.min(afterMs, longestWaitMs))
  await ofPush(tx.updateTable('pushes').set({ due_at }), push).execute()
}

export async function deletePush(tx: Tx, push: DuePush): Promise<void> {
  await ofPush(tx.deleteFrom('pushes'), push).execute()
}

type Key = 'team_id' | 'session' | 'channel_id' | 'ts' | 'due_at'
type Conditional<Q> = { where(column: Key, operator: '=', value: string | number): Q }

/** [LAT-6] What is due at another time is another push of the message: a reminder, for one. */
function ofPush<Q extends Conditional<Q>>(query: Q, { team_id, session, channel_id, ts, due_at }: DuePush): Q {
  return query
    .where('team_id', '=', team_id)
    .where('session', '=', session)
    .where('channel_id', '=', channel_id)
    .where('ts', '=', ts)
    .where('due_at', '=', due_at)
}
