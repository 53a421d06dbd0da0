import { z } from 'zod'
import { maxLength } from '#domain/lengths'
import { shortId } from '#rpc/args/values'
import type { KnownToken } from '#domain/apps/credentials'
import { issueConfigurationToken } from '#domain/apps/configurationToken'
import { deleteApp, getAppDetails, saveApp } from '#domain/apps/manage'
import { Refusal } from '#domain/refusal'
import { findManifestProblems } from '#documents/manifestFile'
import { formatPath } from '#documents/problems'
import { isDone } from '#http/development/routes/answers'
import { routesFor } from '#http/development/routes/route'
import type { Store } from '#store/db'
import { teamErrors } from './namedTeam.ts'

/** What operators do with apps, over the admin socket or, in development, the control API. */
export interface AppAdministration {
  store: Store
  isDevelopment: boolean
  /** Tokens from the workspace file, which a development server may show again. */
  knownTokens: readonly KnownToken[]
}

const route = routesFor<AppAdministration>()

const reference = z.string().max(maxLength.reference).optional()
const team = reference.describe('A team by its id or domain. May be left out if there is only one.')
const app = reference.describe('An app by its id or name. May be left out if there is only one.')
const by = reference.describe('The person who does it, by id, name or e-mail; an admin by default.')

const appDetails = z.object({
  id: z.string(),
  name: z.string(),
  team: z.object({ id: z.string(), name: z.string() }),
  scopes: z.array(z.string()).readonly(),
  events: z.array(z.string()).readonly(),
  unsentEvents: z.array(z.string()).readonly().describe('Those of its events that this server never sends.'),
  socketMode: z.boolean(),
  eventsUrl: z.string().optional(),
  usesOAuth: z.boolean(),
  clientId: z.string(),
  clientSecret: z.string(),
  signingSecret: z.string(),
  tokens: z.object({ bot: z.string().optional(), app: z.string().optional() }),
  webhookUrl: z.string().optional(),
})
const head = { ok: z.literal(true), url: z.string().describe('The address of the server.'), dev: z.boolean() }

/** [APP-1, APP-3, APP-9, APP-10] Installs and uninstalls apps, and shows what an app needs to connect. */
export const appAdministrationRoutes = [
  route({
    method: 'POST',
    path: '/control/apps',
    name: 'installApp',
    summary: 'Installs an app from its manifest, or updates it.',
    body: z.strictObject({
      manifest: z.record(shortId, z.unknown()),
      team,
      by,
      app,
      origin: z.string().max(maxLength.address).optional().describe('Where the manifest comes from.'),
      update: z.boolean().optional().describe('Updates the app of that name wherever it came from.'),
      webhook_channel: reference.describe('The channel of an incoming webhook to create.'),
    }),
    answer: z.object({
      ...head,
      app: appDetails.extend({ updated: z.boolean(), installedBy: z.string().optional() }),
    }),
    errors: { ...teamErrors, invalid_manifest: 'The manifest is not valid.', any: 'Why it cannot be installed.' },
    async handle({ body: { manifest, ...named } }, { store, isDevelopment }) {
      const [problem] = findManifestProblems(manifest)
      if (problem)
        throw new Refusal('invalid_manifest', `${formatPath(problem.path) || 'the manifest'} ${problem.message}`)
      const details = await store.write((tx) => saveApp(tx, manifest, named, isDevelopment ? 'make' : 'new'))
      return { ...isDone, url: store.db.cache.publicUrl, dev: isDevelopment, app: details }
    },
  }),
  route({
    method: 'POST',
    path: '/control/apps/environment',
    name: 'readApp',
    summary: 'Shows what an app needs to connect.',
    body: z.strictObject({
      team,
      app,
      new_tokens: z.boolean().default(false).describe('Creates tokens in addition to the existing ones.'),
    }),
    answer: z.object({ ...head, app: appDetails }),
    errors: { ...teamErrors, app_not_found: 'No app fits, or several do.' },
    async handle({ body: { new_tokens: newTokens, ...named } }, { store, isDevelopment, knownTokens }) {
      const source = newTokens ? 'new' : isDevelopment ? 'make' : 'find'
      const details = await store.write((tx) => getAppDetails(tx, named, source, isDevelopment ? knownTokens : []))
      return { ...isDone, url: store.db.cache.publicUrl, dev: isDevelopment, app: details }
    },
  }),
  route({
    method: 'POST',
    path: '/control/apps/uninstall',
    name: 'uninstallApp',
    summary: 'Uninstalls an app from a team.',
    body: z.strictObject({ team, app: z.string().max(maxLength.reference) }),
    answer: z.object({
      ok: z.literal(true),
      id: z.string(),
      name: z.string(),
      team: z.string().describe('The name of the team.'),
    }),
    errors: { ...teamErrors, app_not_found: 'The team has no such app.' },
    handle: async ({ body }, { store }) => ({ ...isDone, ...(await store.write((tx) => deleteApp(tx, body))) }),
  }),
  route({
    method: 'POST',
    path: '/control/apps/configuration-token',
    name: 'issueConfigurationToken',
    summary: 'Issues a token with which a person may create apps for half a day.',
    body: z.strictObject({ team, by }),
    answer: z.object({ ok: z.literal(true), token: z.string(), expiresAt: z.number(), by: z.string() }),
    errors: { ...teamErrors, user_not_found: 'The team has no such person, or no admin.' },
    async handle({ body }, { store }) {
      return { ...isDone, ...(await store.write((tx) => issueConfigurationToken(tx, body))) }
    },
  }),
]
