import type { Selectable } from 'kysely'
import type { Db } from '#store/db'
import type { Tables } from '#store/tables/tables'
import { type Caller, isApp } from '#domain/access/caller'
import { Refusal } from '#domain/refusal'

export type FileRow = Selectable<Tables['files']>

const atOnce = 1000

/** The files that messages share, by id. */
export async function filesAmong(
  db: Db,
  teamId: string,
  messages: readonly { files: string[] | null }[],
): Promise<Map<string, FileRow>> {
  const ids = [...new Set(messages.flatMap(({ files }) => files ?? []))]
  const found = new Map<string, FileRow>()
  // A statement takes only so many values, and a message may have twenty files.
  for (let at = 0; at < ids.length; at += atOnce) {
    const some = ids.slice(at, at + atOnce)
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

/** [FIL-5] A file that the caller may read: their own, one that is shared where they are a member, or given to the app. */
export async function readableFile(db: Db, caller: Caller, id: string): Promise<FileRow> {
  const row = await readyFiles(db, caller.teamId).where('id', '=', id).executeTakeFirst()
  if (row?.user_id === caller.userId) return row
  const seen = row && (await sharesSeenBy(db, caller).where('file_id', '=', id).limit(1).executeTakeFirst())
  if (row && (seen ?? (await givenTo(db, caller).where('file_id', '=', id).executeTakeFirst()))) return row
  throw noSuchFile(id)
}

export interface Listing {
  channel?: string | undefined
  user?: string | undefined
  /** Unix milliseconds. */
  from: number
  to: number
  skip: number
  limit: number
}

/** Those that the caller may read, newest first, and how many there are in all. */
export async function listFiles(
  db: Db,
  caller: Caller,
  { channel, user, from, to, skip, limit }: Listing,
): Promise<{ files: FileRow[]; total: number }> {
  let query = readyFiles(db, caller.teamId)
    .where('created_at', '>=', from)
    .where('created_at', '<=', to)
    .where((where) =>
      where.or([
        where('user_id', '=', caller.userId),
        where('id', 'in', sharesSeenBy(db, caller).clearSelect().select('file_id')),
        where('id', 'in', givenTo(db, caller)),
      ]),
    )
  if (user !== undefined) query = query.where('user_id', '=', user)
  if (channel !== undefined) {
    const there = sharesSeenBy(db, caller).where('file_shares.channel_id', '=', channel)
    query = query.where('id', 'in', there.clearSelect().select('file_id'))
  }
  const counted = await query
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const files = await query.orderBy('created_at', 'desc').orderBy('id').offset(skip).limit(limit).execute()
  return { files, total: counted.total }
}

/** Where files are shared, as far as the caller is a member there. */
export function sharesSeenBy(db: Db, caller: Caller) {
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

/** What people gave to an app; to who is none, nobody gave any. */
function givenTo(db: Db, caller: Caller) {
  return grantedTo(db, caller.teamId, isApp(caller) ? caller.app.id : '')
}

/** The ids of what people gave to an app. */
export function grantedTo(db: Db, teamId: string, appId: string) {
  return db.selectFrom('file_grants').select('file_id').where('team_id', '=', teamId).where('app_id', '=', appId)
}

function readyFiles(db: Db, teamId: string) {
  return db.selectFrom('files').selectAll().where('team_id', '=', teamId).where('state', '=', 'ready')
}

export function noSuchFile(id: string): Refusal {
  return new Refusal('file_not_found', `No file ${JSON.stringify(id)} that you can see.`)
}
