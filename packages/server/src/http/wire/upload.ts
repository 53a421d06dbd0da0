import type { IncomingMessage, ServerResponse } from 'node:http'
import { PassThrough, type Readable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import { findExpectedFile, receiveFile, UploadError } from '#domain/files/upload'
import type { Store } from '#store/db'
import { securityHeaders } from '#http/browser/pages'
import { drainRequest } from './drainRequest.ts'

/** An upload is aborted when nothing arrives for this long. */
const idleTimeoutMs = 30_000
/** How many uploads may run at the same time. */
const maxUploads = 64
const statuses = { wrong_size: 400, too_late: 410 } as const

export interface UploadOptions {
  store: Store
  isDraining: () => boolean
  onUnexpectedError: (error: unknown, requestId: string, where: string) => void
}

/** Receives the uploads of one server. */
export class UploadReceiver {
  readonly #options: UploadOptions
  #running = 0

  constructor(options: UploadOptions) {
    this.#options = options
  }

  /** [FIL-1] Receives the bytes of one file: the first file of a multipart form, whatever its name, or the body itself. */
  async serve(req: IncomingMessage, res: ServerResponse, ticket: string): Promise<void> {
    const answered = await this.#receive(req, ticket)
    const headers = {
      ...securityHeaders,
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      ...(answered.status === 503 ? { 'retry-after': '1' } : {}),
      ...(req.complete ? {} : { connection: 'close' }),
    }
    if (res.destroyed) return
    res.writeHead(answered.status, headers)
    res.write(`${answered.text}\n`)
    if (!req.complete) await drainRequest(req)
    res.end()
  }

  async #receive(req: IncomingMessage, ticket: string): Promise<{ status: number; text: string }> {
    const { store, isDraining, onUnexpectedError } = this.#options
    if (req.method !== 'POST') return { status: 405, text: 'Post the bytes of the file.' }
    const coding = req.headers['content-encoding']
    if (coding !== undefined && coding !== 'identity') return { status: 415, text: 'Send the bytes uncompressed.' }
    if (isDraining() || this.#running >= maxUploads) return { status: 503, text: 'Try again in a moment.' }
    this.#running++
    req.setTimeout(idleTimeoutMs, () => req.destroy())
    try {
      const file = await findExpectedFile(store.db, ticket)
      if (!file)
        return {
          status: 404,
          text: 'This address was used or has expired: get another with files.getUploadURLExternal.',
        }
      await receiveFile(store, file, contentOf(req))
      return { status: 200, text: `OK - ${file.size}` }
    } catch (error) {
      if (error instanceof UploadError) return { status: statuses[error.kind], text: error.message }
      if (error instanceof MalformedUpload) return { status: 400, text: error.message }
      if (isDiskFull(error)) return { status: 507, text: 'The disk is full.' }
      // It is no unexpected error if the client went away.
      if (!req.readableAborted) onUnexpectedError(error, '', 'upload')
      return { status: 500, text: 'Something went wrong in the server.' }
    } finally {
      this.#running--
      req.setTimeout(0)
    }
  }
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
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
}
