import type { Db } from '#store/db'
import type { Caller } from '#domain/access/caller'
import { selectReadableFiles } from './find.ts'

/** A message shares at most so many files that it links to, the first. */
const maxLinked = 20

/**
 * [FIL-16] Finds the files to whose permalinks a message links, of those of this team that its author may read. They are in the
 * order of the links.
 */
export async function findLinkedFiles(db: Db, author: Caller, teamId: string, content: unknown): Promise<string[]> {
  if (author.teamId !== teamId) return []
  const permalink = new RegExp(`${RegExp.escape(`${db.cache.publicUrl}/files/`)}(F[A-Z0-9]+)(?![\\w/%-])`, 'g')
  const ids = [...new Set([...JSON.stringify(content).matchAll(permalink)].flatMap(([, id]) => id ?? []))]
  if (ids.length === 0) return []
  const linked = ids.slice(0, maxLinked)
  const rows = await selectReadableFiles(db, author, (files) => files.where('files.id', 'in', linked)).execute()
  return linked.filter((id) => rows.some((row) => row.id === id))
}
