import { z } from 'zod'
import { shortId } from '#rpc/args/values'
import { actInTeam, findEnterpriseName, findTeam, noSuchTeam } from '#domain/access/teams'
import { teamIconsOf } from '#domain/people/pictures/urls'
import { method } from '#rpc/method'
import { teamErrors } from '#rpc/errors/team'

const image = z.string()
const teamIcon = z.object({
  image_34: image,
  image_44: image,
  image_68: image,
  image_88: image,
  image_102: image,
  image_132: image,
  image_230: image,
  image_default: z.boolean(),
})

export const info = method('team.info', {
  summary: 'Returns the team of the token.',
  tokens: ['bot', 'user'],
  scopes: ['team:read'],
  rate: 'tier3',
  args: z.object({
    team: shortId.optional().describe('The id of the team: the token’s own, or one of the teams of an org-wide token.'),
  }),
  result: z.object({
    team: z.object({
      id: z.string(),
      name: z.string(),
      domain: z.string(),
      url: z.string(),
      email_domain: z.string(),
      icon: teamIcon,
      is_verified: z.boolean(),
      enterprise_id: z.string().optional(),
      enterprise_name: z.string().optional(),
    }),
  }),
  errors: {
    ...teamErrors,
    missing_argument: {
      wrong: 'An org-wide token needs `team`.',
      cause: 'The token belongs to several teams, and the call names none.',
      remedy: 'Send the id of the team.',
    },
  },

  async handle(args, { caller: tokenCaller, db }) {
    const caller = await actInTeam(db, tokenCaller, args.team, 'team')
    if (args.team && args.team !== caller.teamId) throw noSuchTeam(args.team)
    const team = await findTeam(db, caller.teamId)
    if (!team) throw noSuchTeam(caller.teamId)
    const { id, name, domain, enterpriseId } = team
    return {
      team: {
        id,
        name,
        domain,
        url: `${db.cache.publicUrl}/`,
        email_domain: '',
        icon: { ...teamIconsOf(db, team), image_default: true },
        is_verified: false,
        ...(enterpriseId
          ? { enterprise_id: enterpriseId, enterprise_name: await findEnterpriseName(db, enterpriseId) }
          : {}),
      },
    }
  },
})
