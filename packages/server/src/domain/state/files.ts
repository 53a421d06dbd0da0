import { createHash } from 'node:crypto'
import type { Blobs } from '#store/blobs/blobs'
import type { Db } from '#store/db'
import { byText } from './canonical.ts'
import type { FileState } from './state.ts'

/** Larger files are not read: a state is read often. */
const largestHashed = 16 * 1024 * 1024

/** The files of a team that can be seen, with where they are shared and the hash of their bytes. */
export async function readFiles(db: Db, blobs: Blobs, teamId: string): Promise<FileState[]> {
  const rows = await db
    .selectFrom('files')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('state', '=', 'ready')
    .execute()
  const shares = await db
    .selectFrom('file_shares')
    .select(['file_id', 'channel_id'])
    .where('team_id', '=', teamId)
    .execute()
  const sharesOf = Map.groupBy(shares, ({ file_id: file }) => file)
  const files: FileState[] = []
  for (const { id, name, title, alt_text: alt, size, user_id: user, blob } of rows.toSorted((a, b) =>
    byText(a.id, b.id),
  )) {
    const channels = [...new Set((sharesOf.get(id) ?? []).map(({ channel_id: channel }) => channel))].toSorted(byText)
    const sha256 = blob === null || size > largestHashed ? null : await hashOf(blobs, blob)
    files.push({ id, name, title, alt, size, user, channels, sha256 })
  }
  return files
}

async function hashOf(blobs: Blobs, key: string): Promise<string | null> {
  const content = await blobs.read(key)
  if (!content) return null
  const hash = createHash('sha256')
  for await (const part of content) hash.update(part)
  return hash.digest('hex')
}
