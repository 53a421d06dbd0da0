import type { Blobs } from '#store/blobs/blobs'
import type { Db, Store, Tx } from '#store/db'
import type { Caller } from '#domain/access/caller'
import { now } from '#domain/clock'
import { hashToken, newBlobKey, newId, newSecret } from '#domain/ids'
import { Refusal } from '#domain/refusal'
import { settingsOf } from '#domain/settings/settings'
import type { FileRow } from './find.ts'
import { cleanName } from './kinds.ts'

/** [FIL-2] How long an upload may take to begin, and after it to be completed; milliseconds. */
const waits = 3_600_000
/** [FIL-3] Files of one person or app that were not completed yet. */
const mostBegun = 100

export interface NewFile {
  name: string
  size: number
  alt: string
}

/** [FIL-1] A file that is to come, and the secret with which its bytes are let in, once. */
export async function expectFile(tx: Tx, caller: Caller, file: NewFile): Promise<{ id: string; ticket: string }> {
  await tx.alone(`files ${caller.teamId}`)
  await checkRoom(tx, caller, file)
  const id = newId('F')
  const ticket = newSecret()
  const name = cleanName(file.name)
  await tx
    .insertInto('files')
    .values({
      team_id: caller.teamId,
      id,
      user_id: caller.userId,
      app_id: caller.app?.id ?? null,
      name,
      title: name,
      alt_text: file.alt.toWellFormed(),
      size: file.size,
      state: 'expected',
      blob: null,
      ticket: hashToken(ticket),
      expires_at: now() + waits,
      created_at: now(),
    })
    .execute()
  return { id, ticket }
}

/** [FIL-3] */
async function checkRoom(tx: Tx, { teamId, userId }: Caller, { size }: NewFile): Promise<void> {
  const { files } = await settingsOf(tx)
  if (size > files.maxSize)
    throw new Refusal('file_upload_size_restricted', `A file has at most ${files.maxSize} bytes; this is ${size}.`)
  const begun = await tx
    .selectFrom('files')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .where('state', 'in', ['expected', 'received'])
    .executeTakeFirstOrThrow()
  if (begun.count >= mostBegun)
    throw new Refusal('too_many_uploads', `${begun.count} files are begun and not completed; complete those first.`)
  const all = await tx
    .selectFrom('files')
    .select(({ fn }) => fn.sum<number | null>('size').as('bytes'))
    .where('team_id', '=', teamId)
    .where('state', '<>', 'deleted')
    .executeTakeFirstOrThrow()
  if ((all.bytes ?? 0) + size > files.maxPerTeam)
    throw new Refusal(
      'storage_limit_reached',
      `The files of the team ${teamId} have ${all.bytes ?? 0} bytes of at most ${files.maxPerTeam}; these are ${size} more.`,
    )
}

/** The file that a secret lets in, while its bytes are expected. */
export function expectedFile(db: Db, ticket: string): Promise<FileRow | undefined> {
  return db
    .selectFrom('files')
    .selectAll()
    .where('ticket', '=', hashToken(ticket))
    .where('state', '=', 'expected')
    .where('expires_at', '>', now())
    .executeTakeFirst()
}

/** Why the bytes of a file were not kept: there were others than were announced, or it was too late for them. */
export class UploadFault extends Error {
  readonly kind: 'wrong_size' | 'too_late'

  constructor(kind: UploadFault['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}

/** [FIL-1] Keeps a file's bytes. Of two uploads of one file that which is whole first counts. */
export async function receiveFile(store: Store, file: FileRow, content: AsyncIterable<Uint8Array>): Promise<void> {
  const blob = newBlobKey()
  await store.blobs.keep(blob, exactly(content, file.size))
  const received = await store
    .write((tx) =>
      tx
        .updateTable('files')
        .set({ state: 'received', blob, ticket: null, expires_at: now() + waits })
        .where('team_id', '=', file.team_id)
        .where('id', '=', file.id)
        .where('state', '=', 'expected')
        .executeTakeFirst(),
    )
    .catch(async (error) => {
      await forget(store.blobs, blob)
      throw error
    })
  if (received.numUpdatedRows > 0n) return
  await forget(store.blobs, blob)
  throw new UploadFault('too_late', 'The file is there already, or was expected no longer.')
}

/** What cannot be dropped now the sweep finds. */
function forget(blobs: Blobs, key: string): Promise<void> {
  return blobs.drop(key).catch(() => {})
}

async function* exactly(content: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Uint8Array> {
  let come = 0
  for await (const piece of content) {
    come += piece.length
    if (come > size) break
    yield piece
  }
  if (come === size) return
  const more = come > size ? 'more than' : `${come} bytes in place of`
  throw new UploadFault('wrong_size', `There are ${more} the ${size} bytes that \`length\` announced.`)
}
