import { z } from 'zod'
import { manifest } from '#documents/manifest'
import { mistakesOf, shownPath } from '#documents/problems'
import * as value from './values.ts'
import { strict, text } from './values.ts'

/** Reads the manifest that stands in a file beside the workspace file; throws a reason in words. */
export type ReadManifest = (path: string) => unknown

/** One app of a workspace file. Ids that are missing follow from the app's own, so that they stay the same. */
export function appShape(readManifest: ReadManifest) {
  return strict({
    id: value.appId,
    bot_id: value.id('B').optional(),
    bot_user: value.userId.optional(),
    manifest: z
      .union([manifest, z.string().transform((path, context) => readBeside(path, context, readManifest))], {
        error: 'needs to be a manifest, or the name of a file that holds one',
      })
      .describe('The public manifest, here or in a file beside this one.'),
    signing_secret: text.optional(),
    client_id: text.optional(),
    client_secret: text.optional(),
    allowed_ips: z.array(value.cidr).optional().describe('From elsewhere its tokens are answered invalid_auth.'),
    installed_in: z.array(installation),
    removed: z.boolean().default(false),
  }).transform(({ bot_id, bot_user, ...rest }) => ({
    ...rest,
    bot_id: bot_id ?? `B${rest.id.slice(1)}`,
    bot_user: bot_user ?? `U${rest.id.slice(1)}`,
  }))
}

const installation = z.union(
  [
    value.teamId.transform((team): { team: string; by?: string | undefined } => ({ team })),
    strict({
      team: value.teamId,
      by: value.userId.optional().describe('Who installed it: it posts with their rights.'),
    }),
  ],
  { error: 'needs to be the id of a team, or { team, by }' },
)

function readBeside(path: string, context: z.core.$RefinementCtx, read: ReadManifest): z.output<typeof manifest> {
  try {
    const value = read(path)
    const checked = manifest.safeParse(value)
    if (checked.success) return checked.data
    for (const mistake of mistakesOf(checked.error.issues, value)) {
      const message = `names ${path}, where ${shownPath(mistake.path) || 'the manifest'} ${mistake.message}`
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

export const token = strict({
  token: text.describe('Only its hash is kept.'),
  kind: z.enum(['bot', 'user', 'app', 'org']),
  app: value.appId.optional(),
  team: value.teamId.optional(),
  enterprise: value.enterpriseId.optional(),
  user: value.userId.optional(),
  scopes: z.array(text).optional().describe('As the manifest has them, if absent.'),
  teams_granted: z.array(value.teamId).optional().describe('Of an org-wide token: the teams that let the app in.'),
  expires_at: value.moment.optional(),
  revoked: z.boolean().default(false),
}).superRefine((given, context) => {
  for (const key of needed[given.kind]) {
    if (given[key] === undefined)
      context.addIssue({ code: 'custom', path: [key], message: `is missing: a token of kind ${given.kind} needs it` })
  }
})

const needed = { bot: ['app', 'team'], user: ['team', 'user'], app: ['app'], org: ['app', 'enterprise'] } as const
