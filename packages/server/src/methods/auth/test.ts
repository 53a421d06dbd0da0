import { z } from 'zod'
import { findTeamOfSubject } from '#domain/access/enterprise'
import { findTeam } from '#domain/access/teams'
import { findUser } from '#domain/people/users'
import { method } from '#rpc/method'

export const test = method('auth.test', {
  summary: 'Returns whose token it is.',
  tokens: ['bot', 'user', 'app', 'org'],
  scopes: [],
  rate: 'special',
  args: z.object({}),
  result: z.object({
    url: z.string(),
    team: z.string().optional(),
    user: z.string().optional(),
    team_id: z.string().optional(),
    user_id: z.string().optional(),
    bot_id: z.string().optional(),
    app_id: z.string().optional(),
    enterprise_id: z.string().optional(),
    is_enterprise_install: z.boolean(),
  }),
  errors: {},

  async handle(_args, { caller, db }) {
    const team = caller.teamId ? await findTeam(db, caller.teamId) : undefined
    // An org-wide token is that of the app's bot user, who is the same in every team.
    const self = { type: 'user', id: caller.userId } as const
    const userTeam = caller.kind === 'org' ? await findTeamOfSubject(db, caller, self) : caller.teamId
    const user = await findUser(db, userTeam ?? '', caller.userId)
    return {
      url: `${db.cache.publicUrl}/`,
      ...(team ? { team: team.name, team_id: team.id } : {}),
      ...(user ? { user: user.name } : {}),
      ...(user || caller.kind === 'org' ? { user_id: caller.userId } : {}),
      ...(caller.app ? { app_id: caller.app.id } : {}),
      ...(caller.app && caller.kind !== 'user' && caller.kind !== 'app' ? { bot_id: caller.app.botId } : {}),
      ...(caller.enterpriseId ? { enterprise_id: caller.enterpriseId } : {}),
      is_enterprise_install: caller.kind === 'org',
    }
  },
})
