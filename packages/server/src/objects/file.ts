import { z } from 'zod'
import { fileUrlsOf } from '#domain/files/urls'
import type { FileRow } from '#domain/files/find'
import { fileTypeOf } from '#domain/files/types'
import type { Db } from '#store/db'

/** The schema of a file object. */
export const fileObject = z.object({
  id: z.string(),
  mode: z.enum(['hosted', 'tombstone']).describe('`tombstone`: the file was deleted.'),
  created: z.int(),
  timestamp: z.int(),
  name: z.string(),
  title: z.string(),
  alt_txt: z.string().optional(),
  mimetype: z.string().describe('The media type, by the ending of the name.'),
  filetype: z.string(),
  pretty_type: z.string(),
  size: z.int(),
  user: z.string(),
  user_team: z.string(),
  editable: z.literal(false),
  is_external: z.literal(false),
  is_public: z.boolean(),
  public_url_shared: z.literal(false),
  file_access: z.literal('visible'),
  url_private: z.string().describe('For signed-in people, and for apps with `Authorization: Bearer`.'),
  url_private_download: z.string().describe('The same as a download.'),
  permalink: z.string(),
})

type FileObject = z.input<typeof fileObject>

/** A file as a message shows it. Of a deleted file only a tombstone remains. */
export function toMessageFile(db: Db, id: string, row: FileRow | undefined, inPublic: ReadonlySet<string>) {
  return row?.state === 'ready' ? toFileObject(db, row, inPublic) : { id, mode: 'tombstone' as const }
}

/** A complete file object. `inPublic` has the ids of files that are shared in a public channel. */
export function toFileObject(db: Db, row: FileRow, inPublic: ReadonlySet<string> = new Set()): FileObject {
  const { extension, mimetype } = fileTypeOf(row.name)
  const created = Math.floor(row.created_at / 1000)
  return {
    id: row.id,
    mode: 'hosted',
    created,
    timestamp: created,
    name: row.name,
    title: row.title,
    ...(row.alt_text ? { alt_txt: row.alt_text } : {}),
    mimetype,
    filetype: extension || 'binary',
    pretty_type: extension.toUpperCase() || 'Binary',
    size: row.size,
    user: row.user_id,
    user_team: row.team_id,
    editable: false,
    is_external: false,
    is_public: inPublic.has(row.id),
    public_url_shared: false,
    file_access: 'visible',
    ...fileUrlsOf(db, row),
  }
}
