import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '#domain/access/caller'
import { type FileRow, readableFile } from '#domain/files/find'
import { shownAs } from '#domain/files/kinds'
import { Refusal } from '#domain/refusal'
import { personOfSession } from '#domain/people/sessions'
import { settingsOf } from '#domain/settings/settings'
import { actingIn } from '#domain/access/teams'
import { info } from '#methods/files/info'
import type { Store } from '#store/db'
import { admit, identify } from '#http/api/admission'
import { cookieName } from './session.ts'

type Asked = FastifyRequest<{ Params: { id: string }; Querystring: { team_id?: string } }>

/** [FIL-6] Serves files to who may read them: people who are signed in, and tokens that files.info takes. */
export function fileRoutes(app: FastifyInstance, store: Store): void {
  app.get('/files/:id', (request: Asked, reply) => serve(request, reply, false))
  app.get('/files/:id/:name', (request: Asked, reply) => serve(request, reply, false))
  app.get('/files/:id/download/:name', (request: Asked, reply) => serve(request, reply, true))

  async function serve(request: Asked, reply: FastifyReply, toSave: boolean) {
    try {
      const caller = await readerOf(store, request)
      const file = await readableFile(store.db, caller, request.params.id)
      void reply.headers(headersOf(file, toSave))
      if (request.headers['if-none-match'] === etagOf(file)) return await reply.code(304).send()
      const content = file.blob === null ? undefined : await store.blobs.read(file.blob)
      if (!content) throw new Error(`The bytes of the file ${file.id} are not there.`)
      return await reply.send(content)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return reply.code(statusOf(error)).send({ error: error.code, detail: error.detail ?? '' })
    }
  }
}

/** A token in the header wins over a person's cookie. */
async function readerOf(store: Store, request: Asked): Promise<Caller> {
  const { db } = store
  const { authorization } = request.headers
  const secret = request.cookies[cookieName]
  if (authorization === undefined && secret) {
    const person = await personOfSession(db, secret)
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
  const incoming = { method: info, decoded, authorization, address, settings: await settingsOf(db) }
  const grant = await identify(db, incoming)
  admit(db, grant, incoming)
  return actingIn(db, grant.caller, team_id)
}

function statusOf({ code }: Refusal): number {
  if (code === 'file_not_found') return 404
  if (code === 'not_authed' || code === 'invalid_auth') return 401
  return code === 'ratelimited' ? 429 : 403
}

function headersOf(file: FileRow, toSave: boolean) {
  const type = toSave ? undefined : shownAs(file.name)
  // What a browser opens on this address can do nothing here, whatever the bytes are.
  return {
    'content-type': type ?? 'application/octet-stream',
    'content-length': String(file.size),
    'content-disposition': `${type ? 'inline' : 'attachment'}; filename*=UTF-8''${encoded(file.name)}`,
    'content-security-policy':
      "sandbox; default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    // Whoever has it asks each time whether they still may.
    'cache-control': 'private, no-cache',
    etag: etagOf(file),
    'x-content-type-options': 'nosniff',
  }
}

/** The bytes of a file never change. */
function etagOf({ id }: FileRow): string {
  return `"${id}"`
}

/** RFC 8187: stricter than the encoding of addresses. */
function encoded(name: string): string {
  return encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}
