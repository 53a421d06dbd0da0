import { sql } from 'kysely'
import { type Db, type Store, StoreFailure, TeamAway, type Tx } from '#store/db'
import { isOutOfReach } from '#store/outOfReach'
import { textsOfJson } from '#store/textsOfJson'
import type { Caller } from '#domain/access/caller'
import { findAuthorGrant } from '#domain/access/grants'
import { takesWrites } from '#domain/access/movedTeams'
import { deleteBatchOf } from '#domain/sweep/inBatches'
import { checkSharedLinks } from '#domain/channels/sharedLinks'
import { findPostingTarget, findThreadToReplyTo } from '#domain/channels/postingRules'
import { sendMessage } from '#domain/people/messages/send'
import { findPersonCaller } from '#domain/people/personCaller'
import { postMessage } from '#domain/messages/post'
import { Refusal } from '#domain/refusal'
import { type Due, FailingMessages, keyOf } from './failing.ts'
import { dropScheduled, lockScheduled, logScheduled, type ScheduledRow } from './own.ts'

/** How many messages are read at once. One run sends as many, and more only in place of those that wait. */
const batchSize = 100
/** [SCH-8] How long it is remembered that a message could not be sent, milliseconds. */
const rememberedForMs = 30 * 86_400_000
/** [SCH-8] So many of one author are remembered, the newest: they are read together, and each may be long. */
const maxRemembered = 100

/**
 * [SCH-7] Sends what is due, in the order of the times. Each message has a transaction that removes its schedule too, so
 * that a crash neither loses nor doubles it. Returns how many were sent.
 */
export async function sendDueMessages(
  store: Store,
  { stopped, failing = new FailingMessages() }: { stopped?: AbortSignal; failing?: FailingMessages } = {},
): Promise<number> {
  const { clock } = store.db
  let sent = 0
  let unexpected: unknown
  // What waits until a later run.
  const waiting = new Set(failing.listPostponed(clock.now()))
  for (let known = -1, isFull = true; isFull && known < waiting.size;) {
    known = waiting.size
    const rows = await findDue(store.db, waiting)
    isFull = rows.length === batchSize
    for (const row of rows) {
      if (stopped?.aborted) return sent
      if (Object.values(keysOf(row)).some((key) => waiting.has(key))) continue
      try {
        if (await store.write((tx) => sendIfDue(tx, row))) sent++
        failing.forget(row)
      } catch (error) {
        if (isOutOfReach(error) || (error instanceof StoreFailure && !(error instanceof TeamAway))) throw error
        // What cannot be sent now does not hold up the others.
        const delayed = delayedBy(error, row)
        if (delayed !== undefined) waiting.add(delayed)
        else if (error instanceof Refusal) await store.write((tx) => rememberFailure(tx, row, error))
        else {
          unexpected ??= error
          if (failing.postpone(row, clock.now())) waiting.add(keysOf(row).own)
          else await store.write((tx) => rememberFailure(tx, row, givenUp()))
        }
      }
    }
  }
  if (unexpected) throw unexpected
  return sent
}

function givenUp(): Refusal {
  return new Refusal('internal_error', 'The server failed to post it, again and again; its log says why.')
}

/** What may have to wait with a message: all of its team, all of its app there, or only itself. */
function keysOf(row: Due) {
  const { team_id, app_id } = row
  return { team: team_id, app: `${team_id}/${app_id ?? ''}`, own: keyOf(row) }
}

/** [SCH-7] What an error delays that passes. */
function delayedBy(error: unknown, row: Due): string | undefined {
  const { team, app } = keysOf(row)
  // [NOD-10] The team was closed after the messages had been read.
  if (error instanceof TeamAway) return team
  if (!(error instanceof Refusal)) return undefined
  if (error.code === 'message_limit_exceeded') return team
  return error.code === 'rate_limited' ? app : undefined
}

function findDue(db: Db, waiting: ReadonlySet<string>): Promise<Due[]> {
  // One parameter, however much waits.
  const keys = sql`select value from ${textsOfJson(db, sql`${JSON.stringify([...waiting])}`)} listed`
  return db
    .selectFrom('scheduled_messages')
    .select(['team_id', 'app_id', 'id', 'post_at'])
    .where('failed_at', 'is', null)
    .where('post_at', '<=', db.clock.now())
    .where(takesWrites(db))
    .$if(waiting.size > 0, (query) =>
      query.where(
        sql<boolean>`team_id not in (${keys}) and team_id || '/' || coalesce(app_id, '') not in (${keys})
          and team_id || '/' || id || '/' || cast(post_at as text) not in (${keys})`,
      ),
    )
    .orderBy('post_at')
    .orderBy('created_at')
    .orderBy('n')
    .limit(batchSize)
    .execute()
}

/** Sends a message, unless another process has sent it, or its author has deleted it or changed its time. */
async function sendIfDue(tx: Tx, { team_id, id }: Due): Promise<boolean> {
  const row = await lockDue(tx, { team_id, id })
  if (!row) return false
  await dropScheduled(tx, row)
  await sendScheduled(tx, row)
  return true
}

/** [SCH-7] Posts a scheduled message by the rules that hold now. Its schedule has to be removed in the same transaction. */
export async function sendScheduled(tx: Tx, { channel_id, thread_ts, draft, ...row }: ScheduledRow): Promise<string> {
  const author = await findAuthor(tx, row)
  const { broadcast, text, blocks, attachments, markdown, metadata } = draft
  if (row.kind === 'person') {
    const typed = { text: markdown ?? text, threadTs: thread_ts ?? undefined, broadcast }
    return sendMessage(tx, author, { channelId: channel_id, ...typed, toAssistant: true })
  }
  const use = { broadcast, fromOutside: true } as const
  const target = await findPostingTarget(tx, author, channel_id, thread_ts ?? undefined, use)
  const threadTs = await findThreadToReplyTo(tx, target, thread_ts ?? undefined, { broadcast })
  await checkSharedLinks(tx, target.channel, draft)
  const message = await postMessage(tx, target.caller, {
    channel: target.channel,
    threadTs,
    broadcast,
    text,
    blocks,
    attachments,
    markdown: markdown ?? undefined,
    metadata: metadata ?? undefined,
  })
  return message.ts
}

/** [SCH-8] Who scheduled the message, if they may still write. */
async function findAuthor(
  db: Db,
  {
    team_id: teamId,
    kind,
    user_id: userId,
    app_id: appId,
  }: Pick<ScheduledRow, 'team_id' | 'kind' | 'user_id' | 'app_id'>,
): Promise<Caller> {
  if (kind === 'person') {
    const person = await findPersonCaller(db, teamId, userId)
    if (person) return person
    throw new Refusal('account_inactive', `${userId} is no longer a person of the team.`)
  }
  const grant = await findAuthorGrant(db, { kind, teamId, userId, appId })
  if (!grant) throw new Refusal('token_revoked', 'The tokens of its author were revoked.')
  if (grant.appGone || grant.ownerGone || grant.team?.deleted)
    throw new Refusal('account_inactive', 'The app was uninstalled, or its author was deleted.')
  if (!grant.caller.scopes.includes('chat:write'))
    throw new Refusal('missing_scope', 'The author has no `chat:write` any more.')
  return grant.caller
}

/** [SCH-8] Keeps the message as one that was not sent, so that its author sees why. They may have given it another time since. */
async function rememberFailure(tx: Tx, { team_id, id }: Due, { code, detail = '' }: Refusal): Promise<void> {
  const row = await lockDue(tx, { team_id, id })
  if (!row) return
  await tx
    .updateTable('scheduled_messages')
    .set({ failed_at: tx.clock.now(), failure: code, failure_detail: detail })
    .where('team_id', '=', team_id)
    .where('id', '=', id)
    .execute()
  await forgetOldestFailures(tx, row)
  logScheduled(tx, row)
}

async function forgetOldestFailures(tx: Tx, { team_id, user_id, app_id }: ScheduledRow): Promise<void> {
  const excess = await tx
    .selectFrom('scheduled_messages')
    .select('id')
    .where('team_id', '=', team_id)
    .where('user_id', '=', user_id)
    .where('app_id', app_id === null ? 'is' : '=', app_id)
    .where('failed_at', 'is not', null)
    .orderBy('failed_at', 'desc')
    .orderBy('post_at', 'desc')
    .offset(maxRemembered)
    .limit(100)
    .execute()
  if (excess.length === 0) return
  const ids = excess.map(({ id }) => id)
  await tx
    .deleteFrom('scheduled_messages')
    .where('team_id', '=', team_id)
    .where('id', 'in', ids)
    .where('failed_at', 'is not', null)
    .execute()
}

async function lockDue(tx: Tx, key: Pick<ScheduledRow, 'team_id' | 'id'>): Promise<ScheduledRow | undefined> {
  await lockScheduled(tx, key)
  return tx
    .selectFrom('scheduled_messages')
    .selectAll()
    .where('team_id', '=', key.team_id)
    .where('id', '=', key.id)
    .where('failed_at', 'is', null)
    .where('post_at', '<=', tx.clock.now())
    .executeTakeFirst()
}

/** [SCH-8] Forgets messages that could not be sent long ago. */
export function deleteOldFailures(tx: Tx): Promise<number> {
  return deleteBatchOf(
    tx,
    'scheduled_messages',
    ['team_id', 'id'],
    sql`failed_at <= ${tx.clock.now() - rememberedForMs}`,
  )
}
