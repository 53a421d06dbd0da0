import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { maxLength } from '#domain/lengths'
import { shortId } from '#rpc/args/values'
import type { KnownToken } from '#domain/apps/credentials'
import { issueConfigurationToken } from '#domain/apps/configurationToken'
import { deleteApp, getAppDetails, saveApp } from '#domain/apps/manage'
import { Refusal } from '#domain/refusal'
import { findManifestProblems } from '#documents/manifestFile'
import { formatPath } from '#documents/problems'
import type { Store } from '#store/db'

/** What operators do with apps, over the admin socket or, in development, the control API. */
export interface AppAdministration {
  store: Store
  isDevelopment: boolean
  /** Tokens from the workspace file, which a development server may show again. */
  knownTokens: readonly KnownToken[]
}

const reference = z.string().max(maxLength.reference).optional()
const installBody = z.strictObject({
  manifest: z.record(shortId, z.unknown()),
  team: reference,
  by: reference,
  app: reference,
  origin: z.string().max(maxLength.address).optional(),
  update: z.boolean().optional(),
  webhook_channel: reference,
})
const uninstallBody = z.strictObject({ team: reference, app: z.string().max(maxLength.reference) })
const configurationTokenBody = z.strictObject({ team: reference, by: reference })
const environmentBody = z.strictObject({ team: reference, app: reference, new_tokens: z.boolean().default(false) })

/** [APP-1, APP-3, APP-9, APP-10] Installs and uninstalls apps, and shows what an app needs to connect. */
export function appAdministrationRoutes(
  app: FastifyInstance,
  { store, isDevelopment, knownTokens }: AppAdministration,
): void {
  app.post('/control/apps', async (request) => {
    const { manifest, ...named } = installBody.parse(request.body)
    const [problem] = findManifestProblems(manifest)
    if (problem)
      throw new Refusal('invalid_manifest', `${formatPath(problem.path) || 'the manifest'} ${problem.message}`)
    const details = await store.write((tx) => saveApp(tx, manifest, named, isDevelopment ? 'make' : 'new'))
    return { ok: true, url: store.db.cache.publicUrl, dev: isDevelopment, app: details }
  })

  app.post('/control/apps/environment', async (request) => {
    const { new_tokens: newTokens, ...named } = environmentBody.parse(request.body)
    const source = newTokens ? 'new' : isDevelopment ? 'make' : 'find'
    const details = await store.write((tx) => getAppDetails(tx, named, source, isDevelopment ? knownTokens : []))
    return { ok: true, url: store.db.cache.publicUrl, dev: isDevelopment, app: details }
  })

  app.post('/control/apps/uninstall', async (request) => {
    const named = uninstallBody.parse(request.body)
    return { ok: true, ...(await store.write((tx) => deleteApp(tx, named))) }
  })

  app.post('/control/apps/configuration-token', async (request) => {
    const named = configurationTokenBody.parse(request.body)
    return { ok: true, ...(await store.write((tx) => issueConfigurationToken(tx, named))) }
  })
}
