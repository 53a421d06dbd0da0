import { type ExpressionBuilder, sql } from 'kysely'
import type { Caller } from '#domain/access/caller'
import { summarizeThreads } from '#domain/threads/summaries'
import { ownWords } from '#domain/threads/ownWords'
import { listThreadDetails } from '#domain/threads/find'
import type { Db } from '#store/db'
import type { Tables } from '#store/tables/tables'
import { requireAppHome } from './find.ts'

/** A thread in the direct message with an agent or assistant, as a history shows it. */
export interface Conversation {
  /** The ts of its root. */
  ts: string
  title: string | undefined
  /** How the first message of a person begins; empty if nobody has written. */
  firstWords: string
  /** How the newest reply begins; empty if there is none, or while it streams. */
  lastWords: string
  replies: number
  /** The ts of the newest message. */
  latest: string
}

interface Wanted {
  channelId: string
  /** Those that began before this ts. */
  before?: string | undefined
  /** Those whose title or messages contain this. */
  text?: string | undefined
}

const conversationsPerPage = 40
/** How many characters of a message are read: more than a line shows. */
const excerptLength = 200

/** [AGT-1] A page of a person's conversations with an app, those that began last first. */
export async function listConversations(
  db: Db,
  person: Caller,
  { channelId, before, text = '' }: Wanted,
): Promise<{ conversations: Conversation[]; next?: string }> {
  const { channel } = await requireAppHome(db, person, channelId)
  const key = { team_id: channel.team_id, id: channel.id }
  let query = selectMessages(db, key)
    .where('thread_ts', 'is', null)
    .where('notice', 'is', null)
    .orderBy('ts', 'desc')
    .limit(conversationsPerPage + 1)
  if (before !== undefined) query = query.where('ts', '<', before)
  if (text.trim() !== '') query = query.where(contains(db, key, text.trim()))
  const rows = await query.select(['ts', 'subtype']).execute()
  const roots = rows.slice(0, conversationsPerPage).map(({ ts }) => ts)
  const hasMore = rows.length > roots.length
  const [summaries, details, first] = await Promise.all([
    summarizeThreads(db, key, roots),
    listThreadDetails(db, key, roots),
    findFirstWritten(db, key, rows, person.userId),
  ])
  const latest = roots.flatMap((ts) => summaries.get(ts)?.latest ?? [])
  const excerpts = await readExcerpts(db, key, [...first.values(), ...latest])
  const conversations = roots.map((ts): Conversation => {
    const summary = summaries.get(ts)
    return {
      ts,
      title: details.find(({ threadTs }) => threadTs === ts)?.title,
      firstWords: excerpts.get(first.get(ts) ?? '') ?? '',
      lastWords: (summary && excerpts.get(summary.latest)) ?? '',
      replies: summary?.count ?? 0,
      latest: summary?.latest ?? ts,
    }
  })
  return { conversations, ...(hasMore ? { next: roots.at(-1)! } : {}) }
}

type ChannelKey = { team_id: string; id: string }

function selectMessages(db: Db, { team_id, id }: ChannelKey) {
  return db
    .selectFrom('messages')
    .where('team_id', '=', team_id)
    .where('channel_id', '=', id)
    .where('deleted', '=', false)
}

/** The message with which each conversation begins: its root, or what the person first answered to that of an assistant. */
async function findFirstWritten(
  db: Db,
  key: ChannelKey,
  roots: readonly { ts: string; subtype: string | null }[],
  personId: string,
): Promise<Map<string, string>> {
  const first = new Map(roots.filter(({ subtype }) => subtype === null).map(({ ts }) => [ts, ts]))
  const begun = roots.filter(({ subtype }) => subtype !== null).map(({ ts }) => ts)
  if (begun.length === 0) return first
  const rows = await selectMessages(db, key)
    .where('thread_ts', 'in', begun)
    .where('user_id', '=', personId)
    .select(({ fn }) => ['thread_ts', fn.min('ts').as('ts')])
    .groupBy('thread_ts')
    .execute()
  for (const { thread_ts: root, ts } of rows) if (root !== null) first.set(root, ts)
  return first
}

async function readExcerpts(db: Db, key: ChannelKey, timestamps: readonly string[]): Promise<Map<string, string>> {
  if (timestamps.length === 0) return new Map()
  const rows = await selectMessages(db, key)
    .where('ts', 'in', timestamps)
    .select(['ts', sql<string>`substr(text, 1, ${sql.lit(excerptLength)})`.as('text')])
    .select(sql<string | null>`substr(markdown, 1, ${sql.lit(excerptLength)})`.as('markdown'))
    .execute()
  return new Map(rows.map((row) => [row.ts, ownWords(row)]))
}

/**
 * Whether the title of a thread, or a message in it, contains a text. Capital letters do not matter, except for letters that
 * PostgreSQL does not know by the locale of its database: those are found as they are typed.
 */
function contains(db: Db, key: ChannelKey, text: string) {
  const typed = `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const like = (column: 'title' | 'text') =>
    sql<boolean>`(lower(${sql.ref(column)}) like ${typed.toLowerCase()} escape ${backslash}
      or ${sql.ref(column)} like ${typed} escape ${backslash})`
  const titled = db
    .selectFrom('threads')
    .select('thread_ts as root')
    .where('team_id', '=', key.team_id)
    .where('channel_id', '=', key.id)
    .where(like('title'))
  const written = selectMessages(db, key)
    .select(sql<string>`coalesce(thread_ts, ts)`.as('root'))
    .where('subtype', 'is distinct from', 'assistant_app_thread')
    .where(like('text'))
  // A union, because PostgreSQL would read all that was written again for each root if `or` combined the two.
  return ({ eb }: ExpressionBuilder<Tables, 'messages'>) => eb('ts', 'in', titled.union(written))
}

const backslash = '\\'
