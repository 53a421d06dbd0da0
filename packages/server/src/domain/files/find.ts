import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '#store/db'
import type { Tables } from '#store/tables/tables'
import { type Caller, isApp } from '#domain/access/caller'
import { Refusal } from '#domain/refusal'
import { endingsOfGroup, type FileGroup } from './types.ts'

export type FileRow = Selectable<Tables['files']>

const idsPerQuery = 1000

/** Finds the files that messages share, by id. */
export async function findFilesOf(
  db: Db,
  teamId: string,
  messages: readonly { files: string[] | null }[],
): Promise<Map<string, FileRow>> {
  const ids = [...new Set(messages.flatMap(({ files }) => files ?? []))]
  const found = new Map<string, FileRow>()
  // A statement takes a limited number of values, and a message may have twenty files.
  for (let at = 0; at < ids.length; at += idsPerQuery) {
    const some = ids.slice(at, at + idsPerQuery)
    const rows = await db
      .selectFrom('files')
      .selectAll()
      .where('team_id', '=', teamId)
      .where('id', 'in', some)
      .execute()
    for (const row of rows) found.set(row.id, row)
  }
  return found
}

/** Finds those of these files that are shared in a public channel. */
export async function findPublicFiles(db: Db, teamId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for (let at = 0; at < ids.length; at += idsPerQuery) {
    const rows = await db
      .selectFrom('file_shares')
      .innerJoin('channels', (join) =>
        join
          .onRef('channels.team_id', '=', 'file_shares.team_id')
          .onRef('channels.id', '=', 'file_shares.channel_id')
          .on('channels.kind', '=', 'public')
          .on('channels.deleted', '=', false),
      )
      .select('file_id')
      .where('file_shares.team_id', '=', teamId)
      .where('file_id', 'in', ids.slice(at, at + idsPerQuery))
      .execute()
    for (const { file_id } of rows) found.add(file_id)
  }
  return found
}

/** [FIL-5] Finds a file that the caller may read: their own, one shared in a channel of theirs, or one granted to the app. */
export async function findReadableFile(db: Db, caller: Caller, id: string): Promise<FileRow> {
  const row = await selectReadyFiles(db, caller.teamId).where('id', '=', id).executeTakeFirst()
  if (row?.user_id === caller.userId) return row
  const seen = row && (await selectVisibleShares(db, caller).where('file_id', '=', id).limit(1).executeTakeFirst())
  if (row && (seen ?? (await selectFilesGrantedToCaller(db, caller).where('file_id', '=', id).executeTakeFirst())))
    return row
  throw noSuchFile(id)
}

/** [FIL-5] Those of these files that the caller may read, in the same order. */
export async function filterReadable(db: Db, caller: Caller, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await selectReadableFiles(db, caller, (files) => files.where('files.id', 'in', ids)).execute()
  return ids.filter((id) => rows.some((row) => row.id === id))
}

export interface FileListing {
  channel?: string | undefined
  user?: string | undefined
  /** Only files of any of these groups. */
  groups?: readonly FileGroup[] | undefined
  /** Unix milliseconds. */
  from: number
  to: number
  skip: number
  limit: number
}

/** Lists files that the caller may read, newest first, with their total number. */
export async function listFiles(
  db: Db,
  caller: Caller,
  { channel, user, groups = ['all'], from, to, skip, limit }: FileListing,
): Promise<{ files: FileRow[]; total: number }> {
  const narrow = (files: ReadyFiles) => {
    const created = files.where('created_at', '>=', from).where('created_at', '<=', to)
    const ofUser = user === undefined ? created : created.where('user_id', '=', user)
    return groups.includes('all') ? ofUser : ofUser.where(isInGroup(groups))
  }
  // What is shared in a channel of the caller's is readable.
  const query =
    channel === undefined
      ? selectReadableFiles(db, caller, narrow)
      : narrow(selectReadyFiles(db, caller.teamId)).where(isSharedWith(db, caller, channel))
  const counted = await query
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const files = await query.orderBy('created_at', 'desc').orderBy('id').offset(skip).limit(limit).execute()
  return { files, total: counted.total }
}

export type ReadyFiles = ReturnType<typeof selectReadyFiles>

/**
 * [FIL-5] Selects the files that the caller may read, of those that `narrow` leaves. PostgreSQL would read all shares again for
 * each file if `or` combined the conditions and the shares did not fit into its memory. SQLite reads them once in any case.
 */
export function selectReadableFiles(db: Db, caller: Caller, narrow: (files: ReadyFiles) => ReadyFiles): ReadyFiles {
  const all = selectReadyFiles(db, caller.teamId)
  const own = (where: ExpressionBuilder<Tables, 'files'>) => where('user_id', '=', caller.userId)
  const shared = isSharedWith(db, caller)
  const granted = (where: ExpressionBuilder<Tables, 'files'>) =>
    where('files.id', 'in', selectFilesGrantedToCaller(db, caller))
  if (db.cache.isSingleWriter)
    return narrow(all).where((where) => where.or([own(where), shared(where), granted(where)]))
  const ids = narrow(all).clearSelect().select('files.id')
  return all.where('files.id', 'in', ids.where(own).union(ids.where(shared)).union(ids.where(granted)))
}

/** A condition: the file is in one of these groups, by its type. */
function isInGroup(groups: readonly FileGroup[]) {
  const endings = groups.flatMap((group) => (group === 'all' ? [] : endingsOfGroup(group)))
  // One look at each length: a pattern for each of a hundred endings takes ten times as long.
  const byLength = Map.groupBy(endings, (ending) => ending.length)
  return (where: ExpressionBuilder<Tables, 'files'>) => {
    const byName = [...byLength].map(([length, some]) =>
      where(
        sql<string>`lower(substr(name, length(name) - cast(${length} as integer)))`,
        'in',
        some.map((ending) => `.${ending}`),
      ),
    )
    return where.or([
      where.and([where('snippet_type', 'is', null), where.or(byName)]),
      ...(groups.includes('snippets') ? [where('snippet_type', 'is not', null)] : []),
    ])
  }
}

/** A condition: the file is shared in a channel that the caller is a member of, or in this one of them. */
function isSharedWith(db: Db, caller: Caller, channel?: string) {
  let shares = selectVisibleShares(db, caller).clearSelect().select('file_id')
  if (channel !== undefined) shares = shares.where('file_shares.channel_id', '=', channel)
  return (where: ExpressionBuilder<Tables, 'files'>) => where('files.id', 'in', shares)
}

/** Selects shares of files in channels that the caller is a member of. */
export function selectVisibleShares(db: Db, caller: Caller) {
  return db
    .selectFrom('file_shares')
    .innerJoin('members', (join) =>
      join
        .onRef('members.team_id', '=', 'file_shares.team_id')
        .onRef('members.channel_id', '=', 'file_shares.channel_id')
        .on('members.user_id', '=', caller.userId),
    )
    .innerJoin('channels', (join) =>
      join
        .onRef('channels.team_id', '=', 'file_shares.team_id')
        .onRef('channels.id', '=', 'file_shares.channel_id')
        .on('channels.deleted', '=', false),
    )
    .select(['file_shares.channel_id', 'file_shares.ts', 'channels.kind', 'channels.name'])
    .where('file_shares.team_id', '=', caller.teamId)
}

/** Only an app can have grants, so this selects nothing for a person. */
function selectFilesGrantedToCaller(db: Db, caller: Caller) {
  return selectFilesGrantedTo(db, caller.teamId, isApp(caller) ? caller.app.id : '')
}

/** Selects the ids of files that people granted to an app. */
export function selectFilesGrantedTo(db: Db, teamId: string, appId: string) {
  return db.selectFrom('file_grants').select('file_id').where('team_id', '=', teamId).where('app_id', '=', appId)
}

function selectReadyFiles(db: Db, teamId: string) {
  return db.selectFrom('files').selectAll().where('team_id', '=', teamId).where('state', '=', 'ready')
}

export function noSuchFile(id: string): Refusal {
  return new Refusal('file_not_found', `No file ${JSON.stringify(id)} that you can see.`)
}
