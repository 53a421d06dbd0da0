import type { IncomingMessage, ServerResponse } from 'node:http'
import { constants } from 'node:os'
import { PassThrough, type Readable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import { listMovedHashes } from '#domain/access/movedTeams'
import type { FileRow } from '#domain/files/find'
import { findExpectedFile, isStillExpected, receiveFile, UploadError } from '#domain/files/upload'
import { hashToken } from '#domain/ids'
import { getSettings } from '#domain/settings/settings'
import { BlobsOutOfReach } from '#store/blobs/blobs'
import { DiskRefusal, type Store, TeamAway } from '#store/db'
import { isOutOfReach } from '#store/outOfReach'
import { securityHeaders } from '#http/browser/pages'
import { Turns } from './turns.ts'
import { watchUntil } from './watchUntil.ts'
import { drainRequest } from './drainRequest.ts'

/** Codes of Node: it has no name for a quota that is used up. */
const outOfRoom = [-constants.errno.ENOSPC, -constants.errno.EDQUOT]

/** How many uploads may run at the same time. */
const maxUploads = 64
/** [FIL-9] An upload is cut off if fewer bytes than this arrive within such a time. */
const slowest = { bytes: 30_000, withinMs: 30_000 }
/** [FIL-10] The share of the disk that stays free of files, unless `files.keep_free` is less. */
const freeShare = 0.05
const busy = { status: 503, text: 'Try again in a moment.' }
const statuses = { wrong_size: 400, too_late: 410 } as const

export interface UploadOptions {
  store: Store
  isDraining: () => boolean
  onUnexpectedError: (error: unknown, requestId: string, where: string) => void
}

interface Answer {
  status: number
  text: string
}

/** Receives the uploads of one server. */
export class UploadReceiver {
  readonly #options: UploadOptions
  readonly #slowest: typeof slowest
  readonly #running = new Set<FileRow>()
  readonly #turns = new Turns()

  constructor(options: UploadOptions, pace = slowest) {
    this.#options = options
    this.#slowest = pace
  }

  /** [FIL-1] Receives the bytes of one file: the first file of a multipart form, whatever its name, or the body itself. */
  async serve(req: IncomingMessage, res: ServerResponse, ticket: string): Promise<void> {
    const answered = await this.#receive(req, ticket)
    const headers = {
      ...securityHeaders,
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      ...(answered.status === 503 || answered.status === 429 ? { 'retry-after': '1' } : {}),
      ...(req.complete ? {} : { connection: 'close' }),
    }
    if (res.destroyed) return
    res.writeHead(answered.status, headers)
    res.write(`${answered.text}\n`)
    if (!req.complete) await drainRequest(req)
    res.end()
  }

  async #receive(req: IncomingMessage, ticket: string): Promise<Answer> {
    const { store, isDraining, onUnexpectedError } = this.#options
    if (req.method !== 'POST') return { status: 405, text: 'Post the bytes of the file.' }
    const coding = req.headers['content-encoding']
    if (coding !== undefined && coding !== 'identity') return { status: 415, text: 'Send the bytes uncompressed.' }
    if (isDraining()) return busy
    try {
      const find = () => findExpectedFile(store.db, ticket)
      const found = await find()
      // [NOD-11] Its team may be in another database, or arrive while it is looked for.
      if (!found && (await listMovedHashes(store.db, [hashToken(ticket)])).size > 0) return busy
      const file = found ?? (await find())
      if (!file)
        return {
          status: 404,
          text: 'This address was used or has expired: get another with files.getUploadURLExternal.',
        }
      const settings = await getSettings(store.db)
      const person = { teamId: file.team_id, userId: file.user_id }
      // [FIL-9]
      const turns = this.#turns.of(person, settings.limits.uploadsPerPerson)
      if (turns.pendingCount >= settings.limits.pendingUploadsPerPerson)
        return { status: 429, text: 'You send too many files at once. Try again when some are complete.' }
      return await turns(() => this.#receiveInTurn(req, file, settings.files.keepFree))
    } catch (error) {
      if (error instanceof UploadError) return { status: statuses[error.kind], text: error.message }
      if (error instanceof MalformedUpload) return { status: 400, text: error.message }
      if (error instanceof BlobsOutOfReach) {
        onUnexpectedError(error, '', 'upload')
        return { status: 503, text: 'The place of the files is out of reach. Try again in a moment.' }
      }
      if (isDiskFull(error)) return { status: 507, text: 'The disk is full.' }
      if (error instanceof DiskRefusal) return { status: 507, text: `${error.message}.` }
      // [NOD-10] It is no fault, and soon over.
      if (error instanceof TeamAway) return { status: 503, text: error.message }
      // It is no unexpected error if the client went away.
      if (!req.readableAborted) onUnexpectedError(error, '', 'upload')
      if (isOutOfReach(error)) return { status: 503, text: 'The database is out of reach. Try again in a moment.' }
      return { status: 500, text: 'Something went wrong in the server.' }
    }
  }

  async #receiveInTurn(req: IncomingMessage, file: FileRow, keepFree: number): Promise<Answer> {
    if (this.#running.size >= maxUploads) return busy
    const pace = cutOffIfSlow(req, this.#slowest)
    const { db } = this.#options.store
    const stopWatching = watchUntil(
      async () => !(await isStillExpected(db, file)),
      () => req.destroy(),
    )
    this.#running.add(file)
    try {
      if (!(await this.#hasRoom(keepFree)))
        return { status: 507, text: 'The disk of the server has no room for more files.' }
      await receiveFile(this.#options.store, file, pace.count(contentOf(req)))
      return { status: 200, text: `OK - ${file.size}` }
    } finally {
      stopWatching()
      pace.stop()
      this.#running.delete(file)
    }
  }

  /** [FIL-10] Whether the disk keeps enough room for messages once the running uploads are complete. */
  async #hasRoom(keepFree: number): Promise<boolean> {
    const disk = await this.#options.store.blobs.readDisk()
    if (!disk) return true
    const expected = [...this.#running].reduce((sum, { size }) => sum + size, 0)
    return disk.free - expected >= Math.min(keepFree, disk.size * freeShare)
  }
}

/** [FIL-9] Destroys a request whose bytes come too slowly, which ends the upload at once. */
function cutOffIfSlow(req: IncomingMessage, { bytes, withinMs }: typeof slowest) {
  let received = 0
  const timer = setInterval(() => {
    if (received < bytes) req.destroy()
    received = 0
  }, withinMs).unref()
  const stop = () => clearInterval(timer)
  async function* count(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of content) {
      received += piece.length
      yield piece
    }
    // The disk may take longer.
    stop()
  }
  return { count, stop }
}

class MalformedUpload extends Error {}

async function* contentOf(req: IncomingMessage): AsyncGenerator<Uint8Array> {
  const type = req.headers['content-type'] ?? ''
  const content = /^multipart\/form-data\b/i.test(type) ? await firstFileOf(req, type) : req
  // Ending the iterator early must not close the connection: the answer is still to be sent.
  yield* content.iterator({ destroyOnReturn: false })
}

function firstFileOf(req: IncomingMessage, type: string): Promise<Readable> {
  const { promise, resolve, reject } = Promise.withResolvers<Readable>()
  const refuse = (reason: unknown) =>
    reject(
      new MalformedUpload(
        `The multipart body cannot be read: ${reason instanceof Error ? reason.message : String(reason)}.`,
      ),
    )
  try {
    const parser = new Busboy({ headers: { 'content-type': type }, limits: { files: 1, fields: 100, parts: 100 } })
    // The parser's own stream reports an error only to listeners of that moment; this stream keeps it.
    const file = new PassThrough().on('error', () => {})
    const abort = () => file.destroy(new MalformedUpload('The multipart body ends in the middle of the file.'))
    parser.on('file', (_name, content) => {
      content.on('error', abort)
      content.pipe(file)
      resolve(file)
    })
    parser.on('finish', () => refuse('it has no part with a file'))
    parser.on('error', (error) => {
      refuse(error)
      abort()
    })
    req.on('close', () => {
      if (!req.complete) abort()
    })
    req.pipe(parser)
  } catch (error) {
    refuse(error)
  }
  return promise
}

function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'errno' in error && outOfRoom.includes(Number(error.errno))
}
