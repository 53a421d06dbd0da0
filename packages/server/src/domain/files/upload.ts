import type { Blobs } from '#store/blobs/blobs'
import { type Db, DiskRefusal, type Store, TeamAway, type Tx } from '#store/db'
import type { Caller } from '#domain/access/caller'
import { hashToken, newBlobKey, newId, newSecret } from '#domain/ids'
import { Refusal } from '#domain/refusal'
import { getSettings } from '#domain/settings/settings'
import type { Session } from '#domain/people/sessions'
import type { FileRow } from './find.ts'
import { readPictureFacts } from '#domain/people/pictures/size'
import { Head } from './head.ts'
import { cleanFileName, isImage } from './types.ts'

/** [FIL-2] How long an upload may take to start, and then to be completed. Milliseconds. */
const uploadTimeoutMs = 3_600_000

export interface NewFile {
  name: string
  size: number
  alt: string
  /** The `filetype` of a snippet, which its name need not say. */
  snippetType?: string | undefined
}

/**
 * [FIL-1] Creates an upload: the file, and the secret with which its bytes can be sent once. `session`: the browser that
 * uploads it; without it an app does.
 */
export async function createUpload(
  tx: Tx,
  caller: Caller,
  file: NewFile,
  session?: Session,
): Promise<{ id: string; ticket: string }> {
  await tx.lock(`files ${caller.teamId}`)
  await checkQuota(tx, caller, file)
  const id = newId('F')
  const ticket = newSecret()
  const name = cleanFileName(file.name)
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
      snippet_type: file.snippetType ?? null,
      size: file.size,
      state: 'expected',
      blob: null,
      ticket: hashToken(ticket),
      session: session?.hash ?? null,
      expires_at: tx.clock.now() + uploadTimeoutMs,
      created_at: tx.clock.now(),
    })
    .execute()
  return { id, ticket }
}

/** [FIL-3] Refuses an upload that exceeds a limit of size or number. */
async function checkQuota(tx: Tx, { teamId, userId }: Caller, { size }: NewFile): Promise<void> {
  const { files, limits } = await getSettings(tx)
  if (size > files.maxSize)
    throw new Refusal(
      'file_upload_size_restricted',
      `A file has at most ${inWords(files.maxSize)}; this one has ${inWords(size)}.`,
    )
  const begun = await tx
    .selectFrom('files')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .where('state', 'in', ['expected', 'received'])
    .executeTakeFirstOrThrow()
  if (begun.count >= limits.pendingUploadsPerPerson)
    throw new Refusal('too_many_uploads', `${begun.count} files are begun and not completed; complete those first.`)
  const sumBytes = async (ofUser?: string) => {
    const query = tx
      .selectFrom('files')
      .select(({ fn }) => fn.sum<number | null>('size').as('bytes'))
      .where('team_id', '=', teamId)
      .where('state', '<>', 'deleted')
    const all = ofUser === undefined ? query : query.where('user_id', '=', ofUser)
    return (await all.executeTakeFirstOrThrow()).bytes ?? 0
  }
  const checkSum = (whose: string, bytes: number, most: number) => {
    if (bytes + size <= most) return
    throw new Refusal(
      'storage_limit_reached',
      `The files of ${whose} have ${bytes} bytes of at most ${most}; these are ${size} more.`,
    )
  }
  checkSum(userId, await sumBytes(userId), files.maxPerPerson)
  checkSum(`the team ${teamId}`, await sumBytes(), files.maxPerTeam)
}

/** Finds the file whose bytes may be uploaded with this secret. Undefined unless they are still expected. */
export function findExpectedFile(db: Db, ticket: string): Promise<FileRow | undefined> {
  return selectExpected(db, hashToken(ticket)).where('files.expires_at', '>', db.clock.now()).executeTakeFirst()
}

/** Whether the bytes of a file are still expected: nothing else has come, and its uploader was not locked out. */
export async function isStillExpected(db: Db, { ticket }: FileRow): Promise<boolean> {
  return ticket !== null && (await selectExpected(db, ticket).executeTakeFirst()) !== undefined
}

function selectExpected(db: Db, ticketHash: string) {
  return (
    db
      .selectFrom('files')
      .leftJoin('users', (join) =>
        join.onRef('users.team_id', '=', 'files.team_id').onRef('users.id', '=', 'files.user_id'),
      )
      // [SES-13] An upload ends with the session that it was begun in.
      .leftJoin('sessions', 'sessions.hash', 'files.session')
      .selectAll('files')
      .where(({ eb, or }) => or([eb('files.session', 'is', null), eb('sessions.expires_at', '>', db.clock.now())]))
      .where('ticket', '=', ticketHash)
      .where('state', '=', 'expected')
      .where(({ eb, or }) => or([eb('users.deleted', 'is', null), eb('users.deleted', '=', false)]))
  )
}

/** Why the bytes of a file were not stored. */
export class UploadError extends Error {
  readonly kind: 'wrong_size' | 'too_late'

  constructor(kind: UploadError['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}

/** [FIL-1] Stores the bytes of a file. Of two uploads of one file, the one that finishes first counts. */
export async function receiveFile(store: Store, file: FileRow, content: AsyncIterable<Uint8Array>): Promise<void> {
  const blob = newBlobKey()
  const head = isImage(file.name) ? new Head(file.size) : undefined
  const exact = withExactSize(content, file.size)
  await store.blobs.save(blob, head?.keptOf(exact) ?? exact)
  const isReceived = await store
    .write((tx) => saveReceived(tx, file, { blob, ...pictureSizeOf(head) }))
    .catch(async (error: unknown) => {
      // [NOD-15] After any other error the row may be committed. If it is not, the sweep deletes the bytes later.
      if (error instanceof TeamAway || error instanceof DiskRefusal) await deleteBlob(store.blobs, blob)
      throw error
    })
  if (isReceived) return
  await deleteBlob(store.blobs, blob)
  throw new UploadError('too_late', 'The file was uploaded already, or its upload has ended.')
}

/** The pixels of a picture, if its name says that it is one and its first bytes say how many. */
function pictureSizeOf(head: Head | undefined): Pick<FileRow, 'width' | 'height'> {
  const { width, height } = (head && readPictureFacts(head.bytes)) ?? { width: 0, height: 0 }
  return width > 0 && height > 0 ? { width, height } : { width: null, height: null }
}

type Received = Pick<FileRow, 'blob' | 'width' | 'height'>

async function saveReceived(tx: Tx, file: FileRow, received: Received): Promise<boolean> {
  if (!(await isStillExpected(tx, file))) return false
  const { numUpdatedRows } = await tx
    .updateTable('files')
    .set({ state: 'received', ...received, ticket: null, expires_at: tx.clock.now() + uploadTimeoutMs })
    .where('team_id', '=', file.team_id)
    .where('id', '=', file.id)
    .where('ticket', '=', file.ticket)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** If this fails, the sweep deletes the bytes later. */
function deleteBlob(blobs: Blobs, key: string): Promise<void> {
  return blobs.delete(key).catch(() => {})
}

async function* withExactSize(content: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Uint8Array> {
  let received = 0
  for await (const piece of content) {
    received += piece.length
    if (received > size) break
    yield piece
  }
  if (received === size) return
  const more = received > size ? 'more than' : `${received} bytes instead of`
  throw new UploadError('wrong_size', `There are ${more} the ${size} bytes that \`length\` announced.`)
}

function inWords(bytes: number): string {
  return bytes < 1_000_000 ? `${bytes} bytes` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
