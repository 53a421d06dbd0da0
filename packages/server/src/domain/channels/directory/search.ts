import { sql } from 'kysely'
import type { Caller } from '#domain/access/caller'
import type { Db } from '#store/db'
import { selectVisibleChannels } from '#domain/channels/find'

/** The channels in one answer. */
const pageSize = 50

/**
 * [ROM-14] Finds public and private channels by a part of the name or topic; an empty text finds all. First come names
 * that begin with the text, then channels to join, then by name; archived channels come last. Returns a page of ids, and
 * where the next page begins.
 */
export async function searchChannels(
  db: Db,
  caller: Caller,
  text: string,
  from: number,
): Promise<{ ids: string[]; next: number | undefined }> {
  const word = text
    .trim()
    .replace(/^#/, '')
    .toLowerCase()
    .replaceAll(/[\\%_]/g, String.raw`\$&`)
  const like = (column: 'channels.name' | 'channels.topic', pattern: string) =>
    sql<boolean>`lower(${sql.ref(column)}) like ${pattern} escape '\\'`
  const rows = await selectVisibleChannels(db, caller)
    .select('channels.id')
    .where('kind', 'in', ['public', 'private'])
    .where((where) => where.or([like('channels.name', `%${word}%`), like('channels.topic', `%${word}%`)]))
    .orderBy('archived')
    .orderBy(first(like('channels.name', `${word}%`)))
    .orderBy(first(sql<boolean>`members.user_id is null`))
    .orderBy('channels.name')
    .orderBy('channels.id')
    .offset(from)
    .limit(pageSize + 1)
    .execute()
  const ids = rows.slice(0, pageSize).map(({ id }) => id)
  return { ids, next: rows.length > pageSize ? from + pageSize : undefined }
}

/** Orders what meets the condition before the rest. */
function first(condition: ReturnType<typeof sql<boolean>>) {
  return sql`case when ${condition} then 0 else 1 end`
}
