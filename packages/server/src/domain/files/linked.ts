import { fileIdOf } from '@rivulet/blocks/links'
import type { Attachment, Block, Chunk, GivenAttachment } from '@rivulet/blocks/types'
import type { Db } from '#store/db'
import type { Caller } from '#domain/access/caller'
import { Refusal } from '#domain/refusal'
import { selectReadableFiles } from './find.ts'
import { isImage } from './types.ts'

/** A message shares at most so many files that it links to, the first. */
const maxLinked = 20

/**
 * [FIL-16] Finds the files to whose permalinks a message links, of those of this team that its author may read. They are in the
 * order of the links. A picture that a block shows is no link.
 */
export async function findLinkedFiles(db: Db, author: Caller, teamId: string, content: unknown): Promise<string[]> {
  if (author.teamId !== teamId) return []
  const address = RegExp.escape(`${db.cache.publicUrl}/files/`)
  const permalink = new RegExp(`(?<!"slack_file":\\{"url":")${address}(F[A-Z0-9]+)(?![\\w/%-])`, 'g')
  const ids = [...new Set([...JSON.stringify(content).matchAll(permalink)].flatMap(([, id]) => id ?? []))]
  if (ids.length === 0) return []
  const linked = ids.slice(0, maxLinked)
  const rows = await selectReadableFiles(db, author, (files) => files.where('files.id', 'in', linked)).execute()
  return linked.filter((id) => rows.some((row) => row.id === id))
}

/** What may show pictures: the blocks of a message, of its attachments, and of chunks of a stream. */
export interface Shown {
  blocks?: readonly Block[] | undefined
  attachments?: readonly (Attachment | GivenAttachment)[] | null | undefined
  chunks?: readonly Chunk[] | undefined
}

/**
 * [FIL-20] Finds the pictures that blocks show with `slack_file`: images of this team that the author may read. An app that
 * names another file is refused. A person passes on what they may read.
 */
export async function findShownPictures(db: Db, author: Caller, teamId: string, shown: Shown): Promise<string[]> {
  const blocks = {
    blocks: shown.blocks,
    attachments: shown.attachments?.map((one) => ({ blocks: one.blocks })),
    chunks: shown.chunks?.map((chunk) => (chunk.type === 'blocks' ? chunk : {})),
  }
  if (!JSON.stringify(blocks).includes('"slack_file":')) return []
  const named = [...findSlackFiles(blocks, '')].map(({ file, pointer }) => ({ id: idOf(db, file), pointer }))
  const ids = [...new Set(named.flatMap(({ id }) => id ?? []))]
  const rows =
    ids.length === 0 || author.teamId !== teamId
      ? []
      : await selectReadableFiles(db, author, (files) => files.where('files.id', 'in', ids)).execute()
  const pictures = new Set(
    rows.filter(({ name, snippet_type }) => snippet_type === null && isImage(name)).map((row) => row.id),
  )
  const others = named.filter(({ id }) => id === undefined || !pictures.has(id))
  if (others.length > 0 && author.kind !== 'person') throw noSuchPicture(others.map(({ pointer }) => pointer))
  return [...pictures]
}

interface SlackFile {
  id?: string
  url?: string
}

function* findSlackFiles(value: unknown, pointer: string): Generator<{ file: SlackFile; pointer: string }> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    const at = `${pointer}/${key}`
    if (key === 'slack_file') yield { file: inner, pointer: at }
    else yield* findSlackFiles(inner, at)
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
