import { markdownFromReply, type StreamedReply } from '@rivulet/blocks/streamedReply'
import { sql } from 'kysely'
import type { Caller } from '#domain/access/caller'
import { findAppProfiles } from '#domain/apps/profiles'
import { inBatches } from '#domain/batches'
import { findChannels } from '#domain/channels/find'
import { getSettings } from '#domain/settings/settings'
import { isStoppable } from './find.ts'
import { ownWords } from './ownWords.ts'
import { latestPossibleEnd } from './status.ts'
import { toTs } from '#domain/ts'
import type { Db } from '#store/db'
import { audienceOf, isInAudience } from '#domain/streams/audience'
import { readOpenStream } from '#domain/streams/read'

/** What an agent does in a thread: a reply that it streams, or else the status that it or the session has. */
export interface Work {
  channelId: string
  threadTs: string
  appId: string
  userId: string
  username: string | null
  iconEmoji: string | null
  iconUrl: string | null
  /** In Unix milliseconds. */
  since: number
  /** The ts of the streamed reply. */
  streamTs?: string
  /** The last words of the reply, how it begins once it has ended, or the status. Empty if the person may not see them yet. */
  words: string
  /** The task that the reply is at. */
  task?: string
  /** A status or a session ends by itself at this time. */
  endsAt?: number
  stoppable?: true
  /** Who or what ended the stream, and when. */
  ended?: { at: number; by: 'app' | 'reader' | 'idle' | 'lifetime' | 'error' }
}

/** No list is longer. */
const most = { running: 100, ended: 20 }
/** How long what has ended is listed. */
const endedForMs = 3_600_000
/** [THR-6] A session that is at work is looked for in threads that are at most as old as this. */
const sessionAgeMs = 2 * 24 * 3_600_000
/** So old the last words may be: every page in sight asks for them each second, and one reading serves them all. */
const wordsAgeMs = 500
/** How many characters of a reply are its last words. */
const lastWords = 280
/** How much of a reply that has ended is read. */
const firstWords = 200

/** [AGT-2] What agents do now, and what they have finished lately, in all channels that a person is in. */
export async function listWork(db: Db, person: Caller): Promise<{ running: Work[]; ended: Work[] }> {
  const ids = await listChannels(db, person)
  const [streams, statuses, sessions, ended] = await Promise.all([
    inChannels(ids, (some) => listRunningStreams(db, person, some)),
    inChannels(ids, (some) => listStatuses(db, person, some)),
    inChannels(ids, (some) => listSessions(db, person, some)),
    inChannels(ids, (some) => listEnded(db, person, some)),
  ])
  const running = [...streams]
  for (const work of [...statuses, ...sessions]) {
    const known = running.find((other) => isSameAgent(other, work))
    if (!known) running.push(work)
    else if (work.stoppable && !known.streamTs) known.stoppable = true
  }
  return {
    running: running.toSorted((one, other) => other.since - one.since).slice(0, most.running),
    ended: ended.toSorted((one, other) => (other.ended?.at ?? 0) - (one.ended?.at ?? 0)).slice(0, most.ended),
  }
}

async function listChannels(db: Db, person: Caller): Promise<string[]> {
  const rows = await db
    .selectFrom('members')
    .select('channel_id')
    .where('team_id', '=', person.teamId)
    .where('user_id', '=', person.userId)
    .execute()
  const ids = rows.map(({ channel_id: id }) => id)
  return (await findChannels(db, person.teamId, ids)).flatMap(({ id, deleted }) => (deleted ? [] : id))
}

function isSameAgent(one: Work, other: Work): boolean {
  return one.channelId === other.channelId && one.threadTs === other.threadTs && one.appId === other.appId
}

async function inChannels(ids: readonly string[], list: (ids: string[]) => Promise<Work[]>): Promise<Work[]> {
  return (await Promise.all(inBatches(ids).map((some) => list(some)))).flat()
}

async function listRunningStreams(db: Db, person: Caller, channelIds: string[]): Promise<Work[]> {
  const rows = await db
    .selectFrom('streams')
    .innerJoin('messages', (join) =>
      join
        .onRef('messages.team_id', '=', 'streams.team_id')
        .onRef('messages.channel_id', '=', 'streams.channel_id')
        .onRef('messages.ts', '=', 'streams.ts'),
    )
    .selectAll('messages')
    .select(['streams.app_id as stream_app', 'streams.started_at'])
    .where('streams.team_id', '=', person.teamId)
    .where('streams.channel_id', 'in', channelIds)
    .where('streams.ended_at', 'is', null)
    .where('messages.deleted', '=', false)
    .orderBy('streams.started_at', 'desc')
    .limit(most.running)
    .execute()
  const channels = await findChannels(db, person.teamId, [...new Set(rows.map(({ channel_id: id }) => id))])
  const found = await Promise.all(
    rows.map(async (row): Promise<Work | undefined> => {
      const read = await readOpenStream(db, row, wordsAgeMs)
      const channel = channels.find(({ id }) => id === row.channel_id)
      if (read?.state !== 'in_progress' || !channel) return undefined
      const isSeen = isInAudience(audienceOf(read.stream), channel, person)
      const task = isSeen ? currentTask(read.reply) : undefined
      return {
        ...agentOf(row, row.stream_app),
        threadTs: read.stream.thread_ts,
        since: row.started_at,
        streamTs: row.ts,
        words: isSeen ? endOf(markdownFromReply(read.reply)) : '',
        ...(task === undefined ? {} : { task }),
      }
    }),
  )
  return found.filter((work) => work !== undefined)
}

function currentTask({ parts }: StreamedReply): string | undefined {
  const task = parts.findLast((part) => part.type === 'task' && part.status === 'in_progress')
  return task?.type === 'task' ? task.title : undefined
}

function endOf(text: string): string {
  return text.slice(-lastWords).toWellFormed()
}

async function listStatuses(db: Db, { teamId }: Caller, channelIds: string[]): Promise<Work[]> {
  const rows = await db
    .selectFrom('statuses')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('channel_id', 'in', channelIds)
    .where('ends_at', '>', db.clock.now())
    .where('ends_at', '<=', await latestPossibleEnd(db))
    .limit(most.running)
    .execute()
  const { status } = await getSettings(db)
  return rows.map(({ ends_at: endsAt, text: words, ...row }) => {
    return { ...agentOf(row, row.app_id), since: endsAt - status.timeout, words, endsAt }
  })
}

async function listSessions(db: Db, { teamId }: Caller, channelIds: string[]): Promise<Work[]> {
  const now = db.clock.now()
  const rows = await db
    .selectFrom('agent_sessions')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('channel_id', 'in', channelIds)
    .where('thread_ts', '>', toTs((now - sessionAgeMs) * 1000))
    .where('status', '=', 'processing')
    .where('processing_ends_at', '>', now)
    .limit(most.running)
    .execute()
  const apps = await findAppProfiles(
    db,
    rows.map(({ app_id: id }) => id),
  )
  return rows.map((row) => ({
    ...agentOf(row, row.app_id),
    since: row.changed_at,
    words: '',
    ...(row.processing_ends_at === null ? {} : { endsAt: row.processing_ends_at }),
    ...(isStoppable(row, apps.get(row.app_id)) ? { stoppable: true } : {}),
  }))
}

async function listEnded(db: Db, { teamId }: Caller, channelIds: string[]): Promise<Work[]> {
  const from = db.clock.now() - endedForMs
  const rows = await db
    .selectFrom('streams')
    .innerJoin('messages', (join) =>
      join
        .onRef('messages.team_id', '=', 'streams.team_id')
        .onRef('messages.channel_id', '=', 'streams.channel_id')
        .onRef('messages.ts', '=', 'streams.ts'),
    )
    .select(['streams.channel_id', 'streams.thread_ts', 'streams.ts', 'streams.app_id', 'started_at'])
    .select(['ended_at', 'ended_by', 'user_id', 'username', 'icon_emoji', 'icon_url'])
    .select(sql<string>`substr(text, 1, ${sql.lit(firstWords)})`.as('text'))
    .select(sql<string | null>`substr(markdown, 1, ${sql.lit(firstWords)})`.as('markdown'))
    .where('streams.team_id', '=', teamId)
    .where('streams.channel_id', 'in', channelIds)
    // A stream that took longer than an hour is not listed. The key of streams leads to those since then.
    .where('streams.ts', '>', toTs((from - endedForMs) * 1000))
    .where('ended_at', '>', from)
    .where('deleted', '=', false)
    .orderBy('ended_at', 'desc')
    .limit(most.ended)
    .execute()
  return rows.map((row) => ({
    ...agentOf(row, row.app_id),
    since: row.started_at,
    streamTs: row.ts,
    words: ownWords(row),
    ended: { at: row.ended_at ?? 0, by: row.ended_by ?? 'app' },
  }))
}

interface AgentRow {
  channel_id: string
  thread_ts: string | null
  user_id: string
  username: string | null
  icon_emoji: string | null
  icon_url: string | null
}

function agentOf(row: AgentRow, appId: string) {
  const { channel_id: channelId, thread_ts: threadTs, user_id: userId, username } = row
  const look = { username, iconEmoji: row.icon_emoji, iconUrl: row.icon_url }
  return { channelId, threadTs: threadTs ?? '', appId, userId, ...look }
}
