import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import type { KnownToken } from '#domain/apps/credentials'
import { configurationToken, dropApp, keepApp, keptApp } from '#domain/apps/manage'
import { Refusal } from '#domain/refusal'
import { manifestMistakes } from '#documents/manifestFile'
import { shownPath } from '#documents/problems'
import type { Store } from '#store/db'

/** What whoever keeps the server does with apps, at a door that nobody else comes through. */
export interface Keeping {
  store: Store
  dev: boolean
  /** Tokens that the workspace file gave, which a development server may show again. */
  known: readonly KnownToken[]
}

const name = z.string().max(320).optional()
const installing = z.strictObject({
  manifest: z.record(z.string(), z.unknown()),
  team: name,
  by: name,
  app: name,
})
const dropping = z.strictObject({ team: name, app: z.string().max(320) })
const configuring = z.strictObject({ team: name, by: name })
const asking = z.strictObject({ team: name, app: name, new_tokens: z.boolean().default(false) })

/** [APP-1, APP-3, APP-9, APP-10] Apps of the server, and what they need to connect. */
export function keepingRoutes(app: FastifyInstance, { store, dev, known }: Keeping): void {
  app.post('/control/apps', async (request) => {
    const { manifest, ...named } = installing.parse(request.body)
    const [mistake] = manifestMistakes(manifest)
    if (mistake)
      throw new Refusal('invalid_manifest', `${shownPath(mistake.path) || 'the manifest'} ${mistake.message}`)
    const kept = await store.write((tx) => keepApp(tx, manifest, named, dev ? 'make' : 'new'))
    return { ok: true, url: store.db.memory.publicUrl, dev, app: kept }
  })

  app.post('/control/apps/environment', async (request) => {
    const { new_tokens: anew, ...named } = asking.parse(request.body)
    const source = anew ? 'new' : dev ? 'make' : 'find'
    const kept = await store.write((tx) => keptApp(tx, named, source, dev ? known : []))
    return { ok: true, url: store.db.memory.publicUrl, dev, app: kept }
  })

  app.post('/control/apps/uninstall', async (request) => {
    const named = dropping.parse(request.body)
    return { ok: true, ...(await store.write((tx) => dropApp(tx, named))) }
  })

  app.post('/control/apps/configuration-token', async (request) => {
    const named = configuring.parse(request.body)
    return { ok: true, ...(await store.write((tx) => configurationToken(tx, named))) }
  })
}

/** Mistakes of who asks, in words; what is left is a defect. */
export function answerMistakes(app: FastifyInstance): void {
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof Refusal) return refuse(reply, 400, error.code, error.detail ?? '')
    if (error instanceof z.ZodError) return refuse(reply, 400, 'invalid_arguments', z.prettifyError(error))
    const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
    if (status < 500) return refuse(reply, status, 'invalid_arguments', String(Reflect.get(Object(error), 'message')))
    throw error
  })
}

export function refuse(reply: FastifyReply, status: number, error: string, detail: string) {
  return reply.code(status).send({ ok: false, error, detail })
}
