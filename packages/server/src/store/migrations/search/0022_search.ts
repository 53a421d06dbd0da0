import { blocksOfAttachment } from '@rivulet/blocks/attachments'
import { mrkdwnFromBlocks } from '@rivulet/blocks/mrkdwn'
import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely'
import { facetPhrase, tsVectorOf } from '#store/textIndex/textIndex'
import { wordsOf } from '#store/textIndex/words'
import type { Tables } from '#store/tables/tables'
import { readableText } from '#store/textIndex/readableText'

/** The index for searching, with the messages and files that exist. */
export async function up(db: Kysely<Tables>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  for (const statement of isPostgres ? postgres : sqlite) await sql.raw(statement).execute(db)
  const toTerms: ToTerms = (words) =>
    isPostgres ? sql<string>`${tsVectorOf(words)}::tsvector` : sql<string>`${words.join(' ')}`
  await indexFiles(db, toTerms)
  await indexMessages(db, toTerms)
}

const sqlite = [
  `create table search_entries (
    n integer primary key autoincrement, team_id text not null, channel_id text not null, ts text not null,
    file_id text not null, terms text not null, unique (team_id, channel_id, ts, file_id))`,
  `create virtual table search_index using fts5 (
    terms, content = 'search_entries', content_rowid = 'n', tokenize = 'ascii')`,
  // Words of deleted messages are overwritten, not only marked as deleted.
  `insert into search_index (search_index, rank) values ('secure-delete', 1)`,
  `create trigger search_entry_added after insert on search_entries begin
    insert into search_index (rowid, terms) values (new.n, new.terms); end`,
  `create trigger search_entry_removed after delete on search_entries begin
    insert into search_index (search_index, rowid, terms) values ('delete', old.n, old.terms); end`,
  `create trigger search_entry_changed after update on search_entries begin
    insert into search_index (search_index, rowid, terms) values ('delete', old.n, old.terms);
    insert into search_index (rowid, terms) values (new.n, new.terms); end`,
]

const postgres = [
  `create table search_entries (
    n bigserial, team_id text not null, channel_id text not null, ts text not null, file_id text not null,
    terms tsvector not null, primary key (team_id, channel_id, ts, file_id))`,
  `create index search_index on search_entries using gin (terms)`,
]

/** JSON columns are text where nothing has parsed them. */
function parsed<T>(value: T): T {
  return typeof value === 'string' ? (JSON.parse(value) as T) : value
}

type ToTerms = (words: string[]) => RawBuilder<string>

/** How many rows are in memory at once. */
const batchSize = 500

async function indexMessages(db: Kysely<Tables>, toTerms: ToTerms): Promise<void> {
  let last: { team_id: string; channel_id: string; ts: string } = { team_id: '', channel_id: '', ts: '' }
  for (;;) {
    const rows = await db
      .selectFrom('messages')
      .select([
        'team_id',
        'channel_id',
        'ts',
        'user_id',
        'text',
        'blocks',
        'attachments',
        'deleted',
        'notice',
        'streaming_state',
      ])
      .where(sql<boolean>`(team_id, channel_id, ts) > (${last.team_id}, ${last.channel_id}, ${last.ts})`)
      .orderBy('team_id')
      .orderBy('channel_id')
      .orderBy('ts')
      .limit(batchSize)
      .execute()
    const values = rows
      .filter((row) => !row.deleted && row.notice === null && row.streaming_state !== 'in_progress')
      .map(({ team_id, channel_id, ts, user_id, text, blocks, attachments }) => {
        const facets = [
          facetPhrase('kind', 'message'),
          facetPhrase('team', team_id),
          facetPhrase('channel', channel_id),
          facetPhrase('user', user_id),
        ].flatMap(({ words }) => words)
        const attached = parsed(attachments)
        const content = [...parsed(blocks), ...(attached ?? []).flatMap(blocksOfAttachment)]
        const words = wordsOf(readableText(text, mrkdwnFromBlocks(content, undefined, { tables: true }), attached))
        return { team_id, channel_id, ts, file_id: '', terms: toTerms([...facets, ...words]) }
      })
    if (values.length > 0) await db.insertInto('search_entries').values(values).execute()
    const end = rows.at(-1)
    if (!end || rows.length < batchSize) return
    last = { team_id: end.team_id, channel_id: end.channel_id, ts: end.ts }
  }
}

async function indexFiles(db: Kysely<Tables>, toTerms: ToTerms): Promise<void> {
  let last = { team_id: '', id: '' }
  for (;;) {
    const rows = await db
      .selectFrom('files')
      .select(['team_id', 'id', 'user_id', 'name', 'title', 'state'])
      .where(sql<boolean>`(team_id, id) > (${last.team_id}, ${last.id})`)
      .orderBy('team_id')
      .orderBy('id')
      .limit(batchSize)
      .execute()
    const values = rows
      .filter((row) => row.state === 'ready')
      .map(({ team_id, id, user_id, name, title }) => {
        const facets = [facetPhrase('kind', 'file'), facetPhrase('team', team_id), facetPhrase('user', user_id)]
        const words = [...facets.flatMap((facet) => facet.words), ...wordsOf(`${title}\n${name}`)]
        return { team_id, channel_id: '', ts: '', file_id: id, terms: toTerms(words) }
      })
    if (values.length > 0) await db.insertInto('search_entries').values(values).execute()
    const end = rows.at(-1)
    if (!end || rows.length < batchSize) return
    last = { team_id: end.team_id, id: end.id }
  }
}
