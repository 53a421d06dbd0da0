import { z } from 'zod'
import { teamOf } from '#domain/access/grants'
import { actingIn, enterpriseName, noSuchTeam } from '#domain/access/teams'
import { method } from '#rpc/method'
import { teamErrors } from '#rpc/errors/channel'

export const info = method('team.info', {
  summary: 'Tells about the team of the token.',
  tokens: ['bot', 'user'],
  scopes: ['team:read'],
  rate: 'tier3',
  args: z.object({
    team: z.string().optional().describe('The team’s id: the token’s own, or for an org-wide token one of its teams.'),
  }),
  result: z.object({
    team: z.object({
      id: z.string(),
      name: z.string(),
      domain: z.string(),
      url: z.string(),
      email_domain: z.string(),
      icon: z.object({ image_default: z.boolean() }),
      enterprise_id: z.string().optional(),
      enterprise_name: z.string().optional(),
    }),
  }),
  errors: {
    ...teamErrors,
    missing_argument: {
      wrong: 'An org-wide token came without `team`.',
      cause: 'The token is of several teams, and the call names none.',
      remedy: 'Name the team by its id.',
    },
  },

  async handle(args, { caller: by, db }) {
    const caller = await actingIn(db, by, args.team, 'team')
    if (args.team && args.team !== caller.teamId) throw noSuchTeam(args.team)
    const team = await teamOf(db, caller.teamId)
    if (!team) throw noSuchTeam(caller.teamId)
    const { id, name, domain, enterpriseId } = team
    return {
      team: {
        id,
        name,
        domain,
        url: `${db.memory.publicUrl}/`,
        email_domain: '',
        icon: { image_default: true },
        ...(enterpriseId
          ? { enterprise_id: enterpriseId, enterprise_name: await enterpriseName(db, enterpriseId) }
          : {}),
      },
    }
  },
})
