import { fileIdOf } from '@rivulet/blocks/links'
import type { Attachment, Block, Chunk, GivenAttachment, ImageBlock } from '@rivulet/blocks/types'
import type { Db, Tx } from '#store/db'
import type { Caller } from '#domain/access/caller'
import { Refusal } from '#domain/refusal'
import { findLinks } from '#domain/links/find'
import { type FileRow, selectReadableFiles } from './find.ts'
import { lockFiles } from './own.ts'
import { isImage } from './types.ts'

/** A message shares at most so many files that it links to, the first. */
const maxLinked = 20

/**
 * [FIL-16] Finds the files to whose permalinks the blocks of a message link, of those of this team that its author may pass
 * on. They are in the order of the links, and locked: none is deleted before the message shares it.
 */
export async function findLinkedFiles(
  tx: Tx,
  author: Caller,
  teamId: string,
  blocks: readonly Block[],
): Promise<string[]> {
  const address = `${tx.cache.publicUrl}/files/`
  if (author.teamId !== teamId || !JSON.stringify(blocks).includes(address)) return []
  const ends = findLinks(blocks).flatMap((link) => (link.startsWith(address) ? link.slice(address.length) : []))
  const linked = ends.filter((end) => /^F[A-Z0-9]+$/.test(end)).slice(0, maxLinked)
  const listPassable = async () => {
    const rows = await listReadable(tx, author, linked)
    // Somebody may have asked the app to repeat a link that they cannot open themselves.
    return rows.filter((row) => author.app === undefined || isOwnUpload(author, row)).map(({ id }) => id)
  }
  await lockFiles(tx, teamId, await listPassable())
  const passable = new Set(await listPassable())
  return linked.filter((id) => passable.has(id))
}

async function listReadable(db: Db, author: Caller, ids: readonly string[]): Promise<FileRow[]> {
  if (ids.length === 0) return []
  return selectReadableFiles(db, author, (files) => files.where('files.id', 'in', ids)).execute()
}

function isOwnUpload(author: Caller, { user_id, app_id }: FileRow): boolean {
  return user_id === author.userId && app_id === author.app?.id
}

/** What may show pictures: the blocks of a message, of its attachments, and of chunks of a stream. */
export interface Shown {
  blocks?: readonly Block[] | undefined
  attachments?: readonly (Attachment | GivenAttachment)[] | null | undefined
  chunks?: readonly Chunk[] | undefined
}

/**
 * [FIL-20] Finds the pictures that blocks show with `slack_file` and `before` does not: images of this team that the author
 * may read. An app that names another file is refused. A person passes on what they may read.
 */
export async function findShownPictures(
  db: Db,
  author: Caller,
  teamId: string,
  shown: Shown,
  before: Shown = {},
): Promise<string[]> {
  const known = new Set(namedPictures(db, before).map(({ id }) => id))
  const named = namedPictures(db, shown).filter(({ id }) => id === undefined || !known.has(id))
  const ids = [...new Set(named.flatMap(({ id }) => id ?? []))]
  const rows = author.teamId === teamId ? await listReadable(db, author, ids) : []
  // Who has the address of a webhook acts as its app, but may not read as it.
  const readsAll = author.app === undefined || author.scopes.includes('files:read')
  const passable = rows.filter((row) => readsAll || isOwnUpload(author, row))
  const pictures = new Set(
    passable.filter(({ name, snippet_type }) => snippet_type === null && isImage(name)).map((row) => row.id),
  )
  const others = named.filter(({ id }) => id === undefined || !pictures.has(id))
  if (others.length > 0 && author.kind !== 'person') throw noSuchPicture(others.map(({ pointer }) => pointer))
  return [...pictures]
}

/** As `findShownPictures`; none of them is deleted before the message shares it. */
export async function lockShownPictures(
  tx: Tx,
  author: Caller,
  teamId: string,
  shown: Shown,
  before?: Shown,
): Promise<string[]> {
  const ids = await findShownPictures(tx, author, teamId, shown, before)
  if (ids.length === 0) return ids
  await lockFiles(tx, teamId, ids)
  return findShownPictures(tx, author, teamId, shown, before)
}

/** The pictures that are named, with the ids of the files that this server can have, and where they are. */
function namedPictures(db: Db, shown: Shown): { id: string | undefined; pointer: string }[] {
  const blocks = {
    blocks: shown.blocks,
    attachments: shown.attachments?.map((one) => ({ blocks: one.blocks })),
    chunks: shown.chunks?.map((chunk) => (chunk.type === 'blocks' ? chunk : {})),
  }
  if (!JSON.stringify(blocks).includes('"slack_file":')) return []
  return [...findSlackFiles(blocks, '')].map(({ file, pointer }) => ({ id: idOf(db, file), pointer }))
}

type SlackFile = NonNullable<ImageBlock['slack_file']>

/** Fields that can be anything, and rich text, which has no pictures. */
const withoutPictures: ReadonlySet<string> = new Set(['status', 'workflow', 'value'])

function* findSlackFiles(value: unknown, pointer: string): Generator<{ file: SlackFile; pointer: string }> {
  if (typeof value !== 'object' || value === null) return
  if ('type' in value && value.type === 'rich_text') return
  for (const [key, inner] of Object.entries(value)) {
    const at = `${pointer}/${key}`
    if (key === 'slack_file') yield { file: inner, pointer: at }
    else if (!withoutPictures.has(key)) yield* findSlackFiles(inner, at)
  }
}

function idOf(db: Db, file: SlackFile): string | undefined {
  const isHere = file.url === undefined || file.url.startsWith(`${db.cache.publicUrl}/files/`)
  return isHere ? fileIdOf(file) : undefined
}

function noSuchPicture(pointers: readonly string[]): Refusal {
  const lines = pointers.map((pointer) => `invalid slack file [json-pointer:${pointer}]`)
  const detail = `The \`slack_file\` at ${pointers[0]} is no picture that you can read.`
  return new Refusal('invalid_blocks', detail, { messages: lines, errors: lines })
}
