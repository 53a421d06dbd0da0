import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '#domain/access/caller'
import { type FileRow, findReadableFile } from '#domain/files/find'
import { inlineTypeOf } from '#domain/files/types'
import { Refusal } from '#domain/refusal'
import { getSettings } from '#domain/settings/settings'
import { actInTeam } from '#domain/access/teams'
import { info } from '#methods/files/info'
import type { Store } from '#store/db'
import { checkAdmission, identifyCaller } from '#http/api/admission'
import { findSignedIn } from './sessionCookie.ts'

type FileRequest = FastifyRequest<{ Params: { id: string }; Querystring: { team_id?: string } }>

/** [FIL-6] Serves files to those who may read them: signed-in people, and apps whose token files.info accepts. */
export function fileRoutes(app: FastifyInstance, store: Store): void {
  app.get('/files/:id', (request: FileRequest, reply) => serve(request, reply, false))
  app.get('/files/:id/:name', (request: FileRequest, reply) => serve(request, reply, false))
  app.get('/files/:id/download/:name', (request: FileRequest, reply) => serve(request, reply, true))

  async function serve(request: FileRequest, reply: FastifyReply, asDownload: boolean) {
    try {
      const caller = await identifyReader(store, request)
      const file = await findReadableFile(store.db, caller, request.params.id)
      void reply.headers(headersOf(file, asDownload))
      if (request.headers['if-none-match'] === etagOf(file)) return await reply.code(304).send()
      const content = file.blob === null ? undefined : await store.blobs.read(file.blob)
      if (!content) throw new Error(`The bytes of the file ${file.id} are missing.`)
      return await reply.send(content)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return reply.code(statusOf(error)).send({ error: error.code, detail: error.detail ?? '' })
    }
  }
}

/** A token in the header wins over the session's cookie. */
async function identifyReader(store: Store, request: FileRequest): Promise<Caller> {
  const { db } = store
  const { authorization } = request.headers
  if (authorization === undefined) {
    const person = await findSignedIn(db, request)
    if (person) return person
  }
  const { team_id } = request.query
  const decoded = {
    args: team_id === undefined ? {} : { team_id },
    bodyToken: undefined,
    queryToken: false,
    warnings: [],
  }
  const address = request.socket.remoteAddress ?? ''
  const incoming = { method: info, decoded, authorization, address, settings: await getSettings(db) }
  const grant = await identifyCaller(db, incoming)
  checkAdmission(db, grant, incoming)
  return actInTeam(db, grant.caller, team_id)
}

function statusOf({ code }: Refusal): number {
  if (code === 'file_not_found') return 404
  if (code === 'not_authed' || code === 'invalid_auth') return 401
  return code === 'ratelimited' ? 429 : 403
}

function headersOf(file: FileRow, asDownload: boolean) {
  const type = asDownload ? undefined : inlineTypeOf(file.name)
  // A browser that opens these bytes runs nothing in them, whatever they are.
  return {
    'content-type': type ?? 'application/octet-stream',
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

/** The bytes of a file never change. */
function etagOf({ id }: FileRow): string {
  return `"${id}"`
}

/** RFC 8187 is stricter than the encoding of addresses. */
function encodeFilename(name: string): string {
  return encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}
