import type { IncomingMessage, ServerResponse } from 'node:http'
import { PassThrough, type Readable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import { expectedFile, receiveFile, UploadFault } from '#domain/files/upload'
import type { Store } from '#store/db'
import { securityHeaders } from '#http/browser/pages'
import { readOn } from './drainRequest.ts'

/** How long nothing may come of an upload, milliseconds. */
const patience = 30_000
/** At once, of everybody. */
const mostUploads = 64
const statuses = { wrong_size: 400, too_late: 410 } as const

export interface Uploads {
  store: Store
  draining: () => boolean
  onDefect: (defect: unknown, requestId: string, where: string) => void
}

let running = 0

/** [FIL-1] Takes the bytes of one file: as the first file of a multipart form, whatever its name, or as the body itself. */
export async function serveUpload(
  uploads: Uploads,
  req: IncomingMessage,
  res: ServerResponse,
  ticket: string,
): Promise<void> {
  const answered = await outcome(uploads, req, ticket)
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
  if (!req.complete) await readOn(req)
  res.end()
}

async function outcome(
  uploads: Uploads,
  req: IncomingMessage,
  ticket: string,
): Promise<{ status: number; text: string }> {
  if (req.method !== 'POST') return { status: 405, text: 'Post the bytes of the file.' }
  const coding = req.headers['content-encoding']
  if (coding !== undefined && coding !== 'identity') return { status: 415, text: 'Send the bytes uncompressed.' }
  if (uploads.draining() || running >= mostUploads) return { status: 503, text: 'Try again in a moment.' }
  running++
  req.setTimeout(patience, () => req.destroy())
  try {
    const file = await expectedFile(uploads.store.db, ticket)
    if (!file)
      return {
        status: 404,
        text: 'This address is used, or out of date: ask for another with files.getUploadURLExternal.',
      }
    await receiveFile(uploads.store, file, contentOf(req))
    return { status: 200, text: `OK - ${file.size}` }
  } catch (error) {
    if (error instanceof UploadFault) return { status: statuses[error.kind], text: error.message }
    if (error instanceof MalformedUpload) return { status: 400, text: error.message }
    if (isFull(error)) return { status: 507, text: 'There is no room on the disk.' }
    // A client that went away is no defect.
    if (!req.readableAborted) uploads.onDefect(error, '', 'upload')
    return { status: 500, text: 'Something went wrong in the server.' }
  } finally {
    running--
    req.setTimeout(0)
  }
}

class MalformedUpload extends Error {}

async function* contentOf(req: IncomingMessage): AsyncGenerator<Uint8Array> {
  const type = req.headers['content-type'] ?? ''
  const content = /^multipart\/form-data\b/i.test(type) ? await firstFile(req, type) : req
  // To end it early must not close the connection: there is an answer to be sent.
  yield* content.iterator({ destroyOnReturn: false })
}

function firstFile(req: IncomingMessage, type: string): Promise<Readable> {
  const { promise, resolve, reject } = Promise.withResolvers<Readable>()
  const refuse = (reason: unknown) =>
    reject(
      new MalformedUpload(
        `The multipart body cannot be read: ${reason instanceof Error ? reason.message : String(reason)}.`,
      ),
    )
  try {
    const parser = new Busboy({ headers: { 'content-type': type }, limits: { files: 1, fields: 100, parts: 100 } })
    // What goes wrong with the parser's own stream it says to who listens right then, and to nobody later.
    const file = new PassThrough().on('error', () => {})
    const cut = () => file.destroy(new MalformedUpload('The multipart body ends in the middle of the file.'))
    parser.on('file', (_name, content) => {
      content.on('error', cut)
      content.pipe(file)
      resolve(file)
    })
    parser.on('finish', () => refuse('it has no part with a file'))
    parser.on('error', (error) => {
      refuse(error)
      cut()
    })
    req.on('close', () => {
      if (!req.complete) cut()
    })
    req.pipe(parser)
  } catch (error) {
    refuse(error)
  }
  return promise
}

function isFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
}
