import { z } from 'zod'
import { fileAddress } from '#domain/files/address'
import type { FileRow } from '#domain/files/find'
import { kindOf } from '#domain/files/kinds'
import type { Db } from '#store/db'

/** A file as apps read it. */
export const fileShape = z.object({
  id: z.string(),
  mode: z.enum(['hosted', 'tombstone']).describe('`tombstone`: it was deleted.'),
  created: z.int(),
  timestamp: z.int(),
  name: z.string(),
  title: z.string(),
  alt_txt: z.string().optional(),
  mimetype: z.string().describe('What its name says it is.'),
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
  url_private: z.string().describe('For who is signed in, or with `Authorization: Bearer`.'),
  url_private_download: z.string().describe('The same, to be saved.'),
  permalink: z.string(),
})

type WireFile = z.input<typeof fileShape>

/** Of a deleted file nothing is left but that. */
export function fileOnWire(db: Db, id: string, row: FileRow | undefined) {
  return row?.state === 'ready' ? wholeFile(db, row) : { id, mode: 'tombstone' as const }
}

export function wholeFile(db: Db, row: FileRow): WireFile {
  const { extension, mimetype } = kindOf(row.name)
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
    is_public: false,
    public_url_shared: false,
    file_access: 'visible',
    ...fileAddress(db, row),
  }
}
