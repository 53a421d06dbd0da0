import { sql } from 'kysely'
import type { Caller } from '#domain/access/caller'
import { toMicroseconds, toTs } from '#domain/ts'
import { listUsergroupIdsOf } from '#domain/people/usergroups/memberships'
import type { Db } from '#store/db'
import { countFresh, findExcerpts, findMarks } from './details.ts'
import { type Entry, keyOf } from './entries.ts'
import { findSeenAt } from './seen.ts'
import { inVisibleChannels } from './visible.ts'

type Person = Pick<Caller, 'teamId' | 'userId'>

const perPage = 30

/**
 * [NTF-5] What concerns a person, the newest first: messages that mention them, threads that they take part in, reactions to
 * their messages. Only what they may still see. `before`: where the previous page ended.
 */
export async function listActivity(
  db: Db,
  person: Person,
  { show, before = latest }: { show: 'all' | 'mentions' | 'threads' | 'reactions'; before?: string | undefined },
) {
  const found: Entry[] = []
  if (show === 'all' || show === 'mentions') found.push(...(await listMentions(db, person, before)))
  if (show === 'all' || show === 'threads') found.push(...(await listThreads(db, person, before, show === 'all')))
  if (show === 'all' || show === 'reactions') found.push(...(await listOwnReactions(db, person, before)))
  const sorted = found.toSorted((a, b) => (a.at < b.at ? 1 : -1))
  const { page, next } = cutPage(sorted)
  const marks = await findMarks(db, person, page)
  const excerpts = await findExcerpts(db, person, page)
  const fresh = await countFresh(db, person, page)
  const seenAt = toTs((await findSeenAt(db, person)) * 1000)
  const items = page.flatMap((entry) => {
    const { kind, at, channel_id: channel, ts, thread, reaction } = entry
    const message = excerpts.get(keyOf(entry))
    if (!message) return []
    const root = thread && excerpts.get(keyOf({ channel_id: channel, ts: thread.thread_ts }))
    const unread =
      kind === 'reaction' ? at > seenAt : thread ? thread.last_read < at : ts > (marks.get(channel) ?? latest)
    return {
      kind,
      at,
      channel,
      ts,
      unread,
      ...message,
      ...(root ? { root: { user: root.user, text: root.text } } : {}),
      ...(thread ? { fresh: fresh.get(keyOf(entry)) ?? 0 } : {}),
      ...(reaction ? { reaction } : {}),
    }
  })
  return { items, next }
}

/** No ts is later. */
const latest = '9999999999.999999'

/** A page does not end between two entries of one moment, unless that moment alone fills it. */
function cutPage(entries: readonly Entry[]): { page: Entry[]; next: string | undefined } {
  if (entries.length <= perPage) return { page: [...entries], next: undefined }
  const following = entries[perPage]?.at
  const whole = entries.slice(0, perPage).filter(({ at }) => at !== following)
  const page = whole.length > 0 ? whole : entries.slice(0, perPage)
  return { page, next: page.at(-1)?.at }
}

/** By the targets one by one, because a database reads each of them in the order of time. */
async function listMentions(db: Db, person: Person, before: string): Promise<Entry[]> {
  const { teamId, userId } = person
  const rows: { channel_id: string; ts: string }[] = await listMentionsOfAll(db, person, before)
  for (const target of [userId, ...(await listUsergroupIdsOf(db, teamId, userId))])
    rows.push(
      ...(await inVisibleChannels(
        db
          .selectFrom('mentions as about')
          .select(['about.channel_id', 'about.ts'])
          .where('about.team_id', '=', teamId)
          .where('about.target', '=', target)
          .where('about.ts', '<', before)
          .where(isByOthers(userId))
          .orderBy('about.ts', 'desc')
          .limit(perPage + 1),
        userId,
      ).execute()),
    )
  const distinct = new Map(rows.map((row) => [keyOf(row), row]))
  return [...distinct.values()].map(({ channel_id, ts }) => ({ kind: 'mention', at: ts, channel_id, ts }))
}

/** Mentions of everybody in a channel concern its members. */
async function listMentionsOfAll(db: Db, { teamId, userId }: Person, before: string) {
  const rows = await db
    .selectFrom('members')
    .select('members.channel_id')
    .select((select) =>
      select
        .selectFrom(
          select
            .selectFrom('mentions as about')
            .select('about.ts')
            .whereRef('about.team_id', '=', 'members.team_id')
            .whereRef('about.target', '=', 'members.channel_id')
            .where('about.ts', '<', before)
            .where(isByOthers(userId))
            .orderBy('about.ts', 'desc')
            .limit(perPage + 1)
            .as('newest'),
        )
        .select(sql<string | null>`string_agg(ts, ' ')`.as('ts'))
        .as('found'),
    )
    .where('members.team_id', '=', teamId)
    .where('members.user_id', '=', userId)
    .execute()
  return rows.flatMap(({ channel_id, found }) => found?.split(' ').map((ts) => ({ channel_id, ts })) ?? [])
}

/** `onlyNews`: without those in which the person has the last word. */
async function listThreads(db: Db, { teamId, userId }: Person, before: string, onlyNews: boolean): Promise<Entry[]> {
  const rows = await inVisibleChannels(
    db
      .selectFrom('followed_threads as about')
      .select(['about.channel_id', 'about.thread_ts', 'about.latest as ts', 'about.last_read'])
      .where('about.team_id', '=', teamId)
      .where('about.user_id', '=', userId)
      .where('about.latest', '<', before)
      .whereRef('about.latest', '>', 'about.thread_ts')
      .$if(onlyNews, (query) =>
        query.where(({ exists, selectFrom }) =>
          exists(
            selectFrom('messages')
              .select('messages.ts')
              .whereRef('messages.team_id', '=', 'about.team_id')
              .whereRef('messages.channel_id', '=', 'about.channel_id')
              .whereRef('messages.ts', '=', 'about.latest')
              .where('messages.user_id', '!=', userId),
          ),
        ),
      )
      .orderBy('about.latest', 'desc')
      .limit(perPage + 1),
    userId,
  ).execute()
  return rows.map(({ channel_id, ts, thread_ts, last_read }) => ({
    kind: 'thread',
    at: ts,
    channel_id,
    ts,
    thread: { thread_ts, last_read },
  }))
}

async function listOwnReactions(db: Db, { teamId, userId }: Person, before: string): Promise<Entry[]> {
  const rows = await inVisibleChannels(
    db
      .selectFrom('reactions as about')
      .select(['about.channel_id', 'about.ts', 'about.name', 'about.user_id', 'about.reacted_at'])
      .where('about.team_id', '=', teamId)
      .where('about.author', '=', userId)
      .where('about.reacted_at', '<', Math.ceil(toMicroseconds(before) / 1000))
      .orderBy('about.reacted_at', 'desc')
      .limit(perPage + 1),
    userId,
  ).execute()
  return rows.map(({ channel_id, ts, name, user_id: user, reacted_at: at }) => ({
    kind: 'reaction',
    at: toTs((at ?? 0) * 1000),
    channel_id,
    ts,
    reaction: { user, name },
  }))
}

function isByOthers(userId: string) {
  return sql<boolean>`exists (select 1 from messages where messages.team_id = about.team_id
    and messages.channel_id = about.channel_id and messages.ts = about.ts and messages.user_id <> ${userId}
    and not messages.deleted)`
}
