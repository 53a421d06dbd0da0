import { z } from 'zod'
import { fileUrlsOf } from '#domain/files/urls'
import { type FileRow, findPublicFiles } from '#domain/files/find'
import { type FilePlace, findChannelsOfFiles, findPlaces, maxPlaces } from '#domain/files/places'
import type { Caller } from '#domain/access/caller'
import { fileTypeOf } from '#domain/files/types'
import type { Db } from '#store/db'

const pixels = z.int().optional()
const thumb = z.string().optional()
const pictureFields = {
  original_w: pixels.describe('The pixels of a PNG, JPEG or GIF.'),
  original_h: pixels,
  thumb_64: thumb.describe('Every `thumb_` is the address of the picture itself.'),
  thumb_80: thumb,
  thumb_160: thumb,
  thumb_360: thumb,
  thumb_360_w: pixels.describe('How large the picture is if it is scaled to fit.'),
  thumb_360_h: pixels,
  thumb_480: thumb,
  thumb_480_w: pixels,
  thumb_480_h: pixels,
  thumb_720: thumb,
  thumb_720_w: pixels,
  thumb_720_h: pixels,
  thumb_1024: thumb,
  thumb_1024_w: pixels,
  thumb_1024_h: pixels,
}

/** The schema of a file object. */
export const fileObject = z.object({
  id: z.string(),
  mode: z
    .enum(['hosted', 'snippet', 'tombstone'])
    .describe('`snippet`: the file is text. `tombstone`: it was deleted.'),
  created: z.int(),
  timestamp: z.int(),
  name: z.string(),
  title: z.string(),
  alt_txt: z.string().optional(),
  mimetype: z.string().describe('The media type, by the ending of the name or the `snippet_type`.'),
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
  ...pictureFields,
})

type FileObject = z.input<typeof fileObject>

/** As on the public service, a share names the first of those who replied. */
const maxReplyUsers = 5

const share = z.object({
  ts: z.string(),
  thread_ts: z.string().optional(),
  channel_name: z.string(),
  team_id: z.string(),
  share_user_id: z.string(),
  reply_count: z.int(),
  reply_users: z.array(z.string()),
  reply_users_count: z.int(),
  latest_reply: z.string().optional(),
})
const shares = z.record(z.string(), z.array(share))

/** The schema of a file outside of a message: with where the caller can see it. */
export const placedFileObject = fileObject.extend({
  channels: z.array(z.string()),
  groups: z.array(z.string()),
  ims: z.array(z.string()),
  shares: z.object({ public: shares.optional(), private: shares.optional() }),
  has_more_shares: z.boolean().describe(`Whether more than the newest ${maxPlaces} messages share it.`),
  comments_count: z.literal(0),
})

/** [FIL-5] Files outside of a message, each with where the caller can see it. They are all of the caller's team. */
export async function toPlacedFileObjects(
  db: Db,
  caller: Caller,
  rows: readonly FileRow[],
): Promise<z.input<typeof placedFileObject>[]> {
  const ids = rows.map(({ id }) => id)
  const inPublic = await findPublicFiles(db, caller.teamId, ids)
  const channels = await findChannelsOfFiles(db, caller, ids)
  const places = await findPlaces(db, caller, ids)
  return rows.map((row) => ({
    ...toFileObject(db, row, inPublic),
    ...toChannelFields(channels.get(row.id) ?? []),
    ...toShareFields(caller.teamId, places.get(row.id) ?? []),
    comments_count: 0,
  }))
}

function toChannelFields(found: readonly Pick<FilePlace, 'channel_id' | 'kind'>[]) {
  const ids = (...kinds: string[]) =>
    found.filter(({ kind }) => kinds.includes(kind)).map((channel) => channel.channel_id)
  return { channels: ids('public'), groups: ids('private', 'mpim'), ims: ids('im') }
}

function toShareFields(teamId: string, found: readonly FilePlace[]) {
  const shown = found.slice(-maxPlaces)
  const [open, hidden] = [shown.filter(({ kind }) => kind === 'public'), shown.filter(({ kind }) => kind !== 'public')]
  return {
    shares: {
      ...(open.length > 0 ? { public: toShares(teamId, open) } : {}),
      ...(hidden.length > 0 ? { private: toShares(teamId, hidden) } : {}),
    },
    has_more_shares: shown.length < found.length,
  }
}

function toShares(teamId: string, places: readonly FilePlace[]): z.input<typeof shares> {
  const channels: z.input<typeof shares> = {}
  for (const { channel_id: id, name, ts, thread_ts, user_id, thread } of places)
    (channels[id] ??= []).push({
      ts,
      ...((thread_ts ?? thread) ? { thread_ts: thread_ts ?? ts } : {}),
      channel_name: name,
      team_id: teamId,
      share_user_id: user_id,
      reply_count: thread?.count ?? 0,
      reply_users: thread?.users.slice(0, maxReplyUsers) ?? [],
      reply_users_count: thread?.users.length ?? 0,
      ...(thread ? { latest_reply: thread.latest } : {}),
    })
  return channels
}

/** A file as a message shows it. Of a deleted file only a tombstone remains. */
export function toMessageFile(db: Db, id: string, row: FileRow | undefined, inPublic: ReadonlySet<string>) {
  return row?.state === 'ready' ? toFileObject(db, row, inPublic) : { id, mode: 'tombstone' as const }
}

/** A complete file object. `inPublic` has the ids of files that are shared in a public channel. */
export function toFileObject(db: Db, row: FileRow, inPublic: ReadonlySet<string> = new Set()): FileObject {
  const { filetype, prettyType, mimetype, isSnippet } = fileTypeOf(row)
  const created = Math.floor(row.created_at / 1000)
  const urls = fileUrlsOf(db, row)
  return {
    id: row.id,
    mode: isSnippet ? 'snippet' : 'hosted',
    created,
    timestamp: created,
    name: row.name,
    title: row.title,
    ...(row.alt_text ? { alt_txt: row.alt_text } : {}),
    mimetype,
    filetype,
    pretty_type: prettyType,
    size: row.size,
    user: row.user_id,
    user_team: row.team_id,
    editable: false,
    is_external: false,
    is_public: inPublic.has(row.id),
    public_url_shared: false,
    file_access: 'visible',
    ...urls,
    ...toPictureFields(row, urls.permalink),
  }
}

/** [FIL-17] The sizes of a picture. There is one file for all of them, at its shortest address. */
function toPictureFields({ width, height }: FileRow, url: string) {
  if (width === null || height === null) return {}
  const fit = (side: number) => {
    const scale = Math.min(1, side / Math.max(width, height))
    return [width, height].map((length) => Math.max(1, Math.round(length * scale)))
  }
  const [[w360, h360], [w480, h480], [w720, h720], [w1024, h1024]] = [fit(360), fit(480), fit(720), fit(1024)]
  return {
    original_w: width,
    original_h: height,
    thumb_64: url,
    thumb_80: url,
    thumb_160: url,
    thumb_360: url,
    thumb_360_w: w360,
    thumb_360_h: h360,
    thumb_480: url,
    thumb_480_w: w480,
    thumb_480_h: h480,
    thumb_720: url,
    thumb_720_w: w720,
    thumb_720_h: h720,
    thumb_1024: url,
    thumb_1024_w: w1024,
    thumb_1024_h: h1024,
  }
}
