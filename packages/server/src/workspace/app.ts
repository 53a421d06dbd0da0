import { z } from 'zod'
import { manifestSchema } from '#documents/manifest'
import { toProblems, formatPath } from '#documents/problems'
import * as value from './values.ts'
import { strictObject, text } from './values.ts'

/** Reads a manifest from a file, by its path relative to the workspace file. Throws an error with a readable reason. */
export type ReadManifest = (path: string) => unknown

/** One app of a workspace file. Missing ids are derived from the app's id, so that they never change. */
export function appSchema(readManifest: ReadManifest) {
  return strictObject({
    id: value.appId,
    bot_id: value.id('B').optional(),
    bot_user: value.userId.optional(),
    manifest: z
      .union([manifestSchema, z.string().transform((path, context) => readManifestFile(path, context, readManifest))], {
        error: 'needs to be a manifest, or the name of a file that contains one',
      })
      .describe('The manifest of the app, or the path of a file with the manifest.'),
    signing_secret: text.optional(),
    client_id: text.optional(),
    client_secret: text.optional(),
    allowed_ips: z.array(value.cidr).optional().describe('Calls from other addresses are refused with invalid_auth.'),
    installed_in: z.array(installationSchema),
    removed: z.boolean().default(false),
  }).transform(({ bot_id, bot_user, ...rest }) => ({
    ...rest,
    bot_id: bot_id ?? `B${rest.id.slice(1)}`,
    bot_user: bot_user ?? `U${rest.id.slice(1)}`,
  }))
}

const installationSchema = z.union(
  [
    value.teamId.transform((team): { team: string; by?: string | undefined } => ({ team })),
    strictObject({
      team: value.teamId,
      by: value.userId.optional().describe('Who installed it. The app posts with their rights.'),
    }),
  ],
  { error: 'needs to be the id of a team, or { team, by }' },
)

function readManifestFile(
  path: string,
  context: z.core.$RefinementCtx,
  read: ReadManifest,
): z.output<typeof manifestSchema> {
  try {
    const value = read(path)
    const checked = manifestSchema.safeParse(value)
    if (checked.success) return checked.data
    for (const problem of toProblems(checked.error.issues, value)) {
      const message = `names ${path}, where ${formatPath(problem.path) || 'the manifest'} ${problem.message}`
      context.addIssue({ code: 'custom', message })
    }
  } catch (error) {
    context.addIssue({
      code: 'custom',
      message: `names ${path}: ${error instanceof Error ? error.message : String(error)}`,
    })
  }
  return z.NEVER
}

export const tokenSchema = strictObject({
  token: text.describe('Only its hash is stored.'),
  kind: z.enum(['bot', 'user', 'app', 'org']),
  app: value.appId.optional(),
  team: value.teamId.optional(),
  enterprise: value.enterpriseId.optional(),
  user: value.userId.optional(),
  scopes: z.array(text).optional().describe('By default the scopes of the manifest.'),
  teams_granted: z.array(value.teamId).optional().describe('For an org-wide token: the teams that granted it access.'),
  expires_at: value.moment.optional(),
  revoked: z.boolean().default(false),
}).superRefine((token, context) => {
  for (const key of requiredKeys[token.kind]) {
    if (token[key] === undefined)
      context.addIssue({ code: 'custom', path: [key], message: `is missing: a token of kind ${token.kind} needs it` })
  }
})

const requiredKeys = { bot: ['app', 'team'], user: ['team', 'user'], app: ['app'], org: ['app', 'enterprise'] } as const
