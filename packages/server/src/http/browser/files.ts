import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '#domain/access/caller'
import { type FileRow, findReadableFile } from '#domain/files/find'
import { fileTypeOf, inlineTypeOf } from '#domain/files/types'
import { findSessionByHash, type Session } from '#domain/people/sessions'
import { Refusal } from '#domain/refusal'
import { getSettings } from '#domain/settings/settings'
import { actInTeam } from '#domain/access/teams'
import { info } from '#methods/files/info'
import { BlobsOutOfReach } from '#store/blobs/blobs'
import { lacksBucket } from '#store/blobs/moveFiles'
import type { Store } from '#store/db'
import { Turns } from '#http/wire/turns'
import { watchUntil } from '#http/wire/watchUntil'
import type { Api } from '#http/api/api'
import { checkAdmission, checkRights, identifyCaller } from '#http/api/admission'
import { listRequestSessions } from './sessionCookie.ts'

type FileOptions = Pick<Api, 'store' | 'trustedProxies' | 'rateWindows' | 'onUnexpectedError'>
type FileRequest = FastifyRequest<{ Params: { id: string }; Querystring: { team_id?: string } }>

interface Found {
  session?: Session
  reader: Caller
  file: FileRow
}

/** How many files one person or app may wait for. */
const maxWaiting = 100
const tooMany = 'You read too many files at once; try again when some are complete.'
const outOfReach = 'The place of the files is out of reach; try again in a moment.'

/** [FIL-6] Serves files to those who may read them: signed-in people, and apps whose token files.info accepts. */
export function fileRoutes(app: FastifyInstance, options: FileOptions): void {
  const { store, onUnexpectedError } = options
  const readers = new Turns()
  // A HEAD route that Fastify makes of a GET route reads the file to its end.
  const method = ['GET', 'HEAD']
  for (const url of ['/files/:id', '/files/:id/:name'])
    app.route({ method, url, handler: (request: FileRequest, reply) => serve(request, reply, false) })
  const url = '/files/:id/download/:name'
  app.route({ method, url, handler: (request: FileRequest, reply) => serve(request, reply, true) })

  async function serve(request: FileRequest, reply: FastifyReply, asDownload: boolean) {
    try {
      const found = await find(request)
      const headers = headersOf(found.file, { asDownload, toApp: !found.session })
      if (request.headers['if-none-match'] === etagOf(found.file)) return await reply.code(304).headers(headers).send()
      if (request.method === 'HEAD') return await reply.headers(headers).send()
      const { limits } = await getSettings(store.db)
      const turns = readers.of(found.reader, limits.downloadsPerPerson)
      if (turns.pendingCount >= maxWaiting) return await refuseForNow(reply, 429, 'ratelimited', tooMany)
      const waits = turns.activeCount >= limits.downloadsPerPerson
      // A turn ends with the answer, which is waited for.
      return await turns(async () => {
        if (reply.raw.destroyed) return reply
        // Meanwhile the reader may have lost their right, or the file may be gone.
        const { session, file } = waits ? await find(request, { isAgain: true }) : found
        const content = file.blob === null ? undefined : await store.blobs.read(file.blob)
        if (!content) return sayMissing(reply, (await find(request, { isAgain: true })).file)
        if (session) destroyWithSession(store, session, content)
        return await reply.headers(headers).send(content)
      })
    } catch (error) {
      if (error instanceof BlobsOutOfReach) {
        onUnexpectedError(error, request.id, 'files')
        return refuseForNow(reply, 503, 'service_unavailable', outOfReach)
      }
      if (!(error instanceof Refusal)) throw error
      return reply.code(statusOf(error)).send({ error: error.code, detail: error.detail ?? '' })
    }
  }

  async function find(request: FileRequest, { isAgain = false } = {}): Promise<Found> {
    const sessions = request.headers.authorization === undefined ? await listRequestSessions(store.db, request.raw) : []
    const { id } = request.params
    if (sessions.length > 0) return findInTeams(store, sessions, id)
    const reader = await identifyApp(options, request, isAgain)
    return { reader, file: await findReadableFile(store.db, reader, id) }
  }

  /** [FIL-13] The bytes may be in a bucket that only servers have which were started later. */
  async function sayMissing(reply: FastifyReply, { id }: FileRow) {
    if (await lacksBucket(store)) return refuseForNow(reply, 503, 'service_unavailable', outOfReach)
    throw new Error(`The bytes of the file ${id} are missing.`)
  }
}

function refuseForNow(reply: FastifyReply, status: number, error: string, detail: string) {
  return reply.code(status).header('retry-after', '1').send({ error, detail })
}

/** [SES-14] The address of a file does not say of which team it is. */
async function findInTeams(store: Store, sessions: readonly Session[], id: string) {
  let refusal: unknown
  for (const session of sessions)
    try {
      return { session, reader: session.person, file: await findReadableFile(store.db, session.person, id) }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refusal ??= error
    }
  throw refusal
}

/** [SES-2] Cuts a file off that is still being sent when the session of its reader ends. */
function destroyWithSession({ db }: Store, { hash }: Session, content: Readable): void {
  const stop = watchUntil(
    async () => !(await findSessionByHash(db, hash)),
    () => content.destroy(new Error('The session of the reader has ended.')),
  )
  content.once('close', stop)
}

async function identifyApp(
  { store, trustedProxies, rateWindows }: FileOptions,
  request: FileRequest,
  isAgain: boolean,
): Promise<Caller> {
  const { db } = store
  const { authorization } = request.headers
  const { team_id } = request.query
  const decoded = {
    args: team_id === undefined ? {} : { team_id },
    bodyToken: undefined,
    queryToken: false,
    warnings: [],
  }
  const address = trustedProxies.callerAddress(request.socket.remoteAddress ?? '', request.headers)
  const incoming = { method: info, decoded, authorization, address, settings: await getSettings(db), rateWindows }
  const grant = await identifyCaller(db, incoming)
  if (isAgain) checkRights(db, grant, incoming)
  else await checkAdmission(db, grant, incoming)
  return actInTeam(db, grant.caller, team_id)
}

function statusOf({ code }: Refusal): number {
  if (code === 'file_not_found') return 404
  if (code === 'not_authed' || code === 'invalid_auth') return 401
  return code === 'ratelimited' ? 429 : 403
}

/** [FIL-6] An app learns the type of the file. No browser does: what it got by a token it does not show. */
function headersOf(file: FileRow, { asDownload, toApp }: { asDownload: boolean; toApp: boolean }) {
  const type = asDownload ? undefined : inlineTypeOf(file.name)
  // A browser that opens these bytes runs nothing in them, whatever they are.
  return {
    'content-type': toApp ? typeForApp(file) : (type ?? 'application/octet-stream'),
    'content-length': String(file.size),
    'content-disposition': `${type ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeFilename(file.name)}`,
    'content-security-policy':
      "sandbox; default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    // A browser that has the file asks each time whether it may still show it.
    'cache-control': 'private, no-cache',
    etag: etagOf(file),
    'x-content-type-options': 'nosniff',
  }
}

/** Without a charset, HTTP clients take text for Latin-1. */
function typeForApp(file: FileRow): string {
  const { mimetype } = fileTypeOf(file)
  return mimetype.startsWith('text/') ? `${mimetype}; charset=utf-8` : mimetype
}

/** The bytes of a file never change. */
function etagOf({ id }: FileRow): string {
  return `"${id}"`
}

/** RFC 8187 is stricter than the encoding of addresses. */
function encodeFilename(name: string): string {
  return encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}
